-- stacklint for Neovim 0.11 and later: put this folder on the runtime path, then `vim.lsp.enable('stacklint')`.
-- docs/editors.md says how, and what older releases need.

-- Signs of a project that is deployed with Ansible. A folder of variables may lie below the one that has the roles.
local OF_PROJECT = { 'stacklint.yml', 'ansible.cfg' }
local OF_ANSIBLE = { 'group_vars', 'host_vars', 'inventory', 'inventories', 'roles', 'playbooks' }

---@type vim.lsp.Config
return {
  cmd = { 'stacklint', 'lsp', '--stdio' },
  -- Inventories, variables and templates; Neovim itself gives some of them no type.
  filetypes = { 'yaml', 'yaml.ansible', 'ansible', 'dosini', 'cfg', 'toml', 'jinja', 'jinja2', 'htmldjango', 'conf', '' },
  root_dir = function(buffer, start)
    if vim.api.nvim_buf_get_name(buffer) == '' then return end
    local root = vim.fs.root(buffer, OF_PROJECT)
    local sign = root or vim.fs.root(buffer, OF_ANSIBLE)
    if sign then start(root or vim.fs.root(buffer, '.git') or sign) end
  end,
  settings = { stacklint = { showUndecided = false } },
}
