-- Drives Neovim without a screen: shows what the server says about a file, hovers, mends a line in the buffer alone, takes a
-- quick fix and completions, and shows the code lens on another file; asks for hints, and renames a host there and back.
--   nvim --headless -u NONE -i NONE -n --cmd 'set rtp^=editors/nvim' -c 'luafile neovim.lua' FILE
-- STACKLINT_SERVER is the command of the server as a list in JSON; PLACE is a line and a column from 1, MENDED what the
-- line becomes, FIX the title of the quick fix there, LENS the file with the lens, HINTS the one with hints, and RENAME the host
-- and its other name. Each step is a line of JSON on stdout.

local function decode(name)
  local text = assert(vim.env[name], name .. ' is not set')
  return vim.fn.json_decode(text)
end

local function say(step, value)
  io.stdout:write(vim.fn.json_encode({ step = step, value = value }) .. '\n')
end

local function wait(what, holds)
  assert(vim.wait(60000, holds, 10), 'timed out: ' .. what)
end

-- Neovim 0.11 reads lsp/stacklint.lua and finds the root itself; older releases are told.
local function start(buffer)
  local command = decode('STACKLINT_SERVER')
  if vim.lsp.enable then
    vim.lsp.config('stacklint', { cmd = command })
    vim.lsp.enable('stacklint')
    vim.bo[buffer].filetype = 'yaml'
    local client
    wait('the server starts', function()
      client = vim.lsp.get_clients({ bufnr = buffer, name = 'stacklint' })[1]
      return client and client.initialized
    end)
    return client
  end
  local id = vim.lsp.start_client({ name = 'stacklint', cmd = command, root_dir = vim.fn.getcwd() })
  wait('the server starts', function()
    local client = vim.lsp.get_client_by_id(id)
    return client and client.initialized
  end)
  vim.lsp.buf_attach_client(buffer, id)
  return vim.lsp.get_client_by_id(id)
end

local function shown(buffer)
  local all = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    local code = one.code or one.user_data.lsp.code
    table.insert(all, {
      place = string.format('%d:%d-%d:%d', one.lnum + 1, one.col + 1, one.end_lnum + 1, one.end_col + 1),
      severity = vim.diagnostic.severity[one.severity],
      rule = code,
      message = one.message,
    })
  end
  table.sort(all, function(a, b) return a.place .. a.rule < b.place .. b.rule end)
  return all
end

local function line_at(buffer, line)
  return vim.api.nvim_buf_get_lines(buffer, line - 1, line, true)[1]
end

-- Takes the code action of a title, as a person does in the menu; the titles there.
local function choose(title)
  local titles
  vim.ui.select = function(items, options, on_choice)
    titles = {}
    for _, item in ipairs(items) do
      titles[#titles + 1] = options.format_item(item)
      if titles[#titles] == title then on_choice(item) end
    end
  end
  vim.lsp.buf.code_action()
  wait('the menu', function() return titles end)
  return titles
end

-- Types a text below the last line, takes a completion of its word from the menu, and then one of its value; the labels of
-- both menus, and the line.
local function complete(buffer, text, word, value)
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
  vim.o.completeopt = 'menuone,noselect'
  local keys = function(written) return vim.api.nvim_replace_termcodes(written, true, true, true) end
  local wanted, menus = { word, value }, {}
  local isOpen = false
  vim.api.nvim_create_autocmd('CompleteDone', { buffer = buffer, callback = function() isOpen = false end })
  local timer, start = vim.loop.new_timer(), vim.loop.now()
  timer:start(10, 10, vim.schedule_wrap(function()
    if vim.loop.now() - start > 60000 then return vim.api.nvim_feedkeys(keys('<Esc>'), 'n', false) end
    if vim.fn.pumvisible() == 0 or isOpen then return end
    local items = vim.fn.complete_info({ 'items' }).items
    local labels = vim.tbl_map(function(item) return item.abbr end, items)
    table.insert(menus, labels)
    isOpen = true
    local down = ''
    for index, label in ipairs(labels) do
      if label == wanted[#menus] then down = string.rep('<C-n>', index) end
    end
    vim.api.nvim_feedkeys(keys(down .. '<C-y>' .. (#menus < #wanted and '<C-x><C-o>' or '<Esc>')), 'n', false)
  end))
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buffer), 0 })
  vim.api.nvim_feedkeys(keys('o' .. text .. '<C-x><C-o>'), 'x!', false)
  timer:stop()
  return { menus = menus, line = vim.api.nvim_get_current_line() }
end

-- The text of the lens on a file, as it is drawn there.
local function lens_on(file, client)
  vim.cmd('edit! ' .. file)
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client.id)
  local drawn
  wait('the lens', function()
    vim.lsp.codelens.refresh()
    vim.wait(500, function() return #vim.lsp.codelens.get(buffer) > 0 end, 10)
    for name, space in pairs(vim.api.nvim_get_namespaces()) do
      local marks = name:find('codelens') and vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true })
      for _, mark in ipairs(marks or {}) do
        local text = mark[4].virt_text or (mark[4].virt_lines or {})[1]
        if text then drawn = table.concat(vim.tbl_map(function(chunk) return chunk[1] end, text)) end
      end
    end
    return drawn
  end)
  return drawn
end

-- Renames what stands under a name in a file; its lines with the new name.
local function rename(file, from, to, client)
  vim.cmd('buffer ' .. vim.fn.bufadd(file))
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client.id)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, true)) do
    local at = line:find(from, 1, true)
    if at then vim.api.nvim_win_set_cursor(0, { number, at - 1 }) break end
  end
  local function named(name)
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
    return vim.tbl_filter(function(line) return line:find(name, 1, true) end, lines)
  end
  vim.lsp.buf.rename(to)
  wait('the rename', function() return #named(to) > 0 end)
  return named(to)
end

-- The labels of the inlay hints of a file, which later releases draw by themselves.
local function hints_in(file, client)
  vim.cmd('edit ' .. file)
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client.id)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = 0, character = 0 }, ['end'] = { line = vim.api.nvim_buf_line_count(buffer), character = 0 } },
  }
  local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/inlayHint', params, 60000)
  return vim.tbl_map(function(hint) return hint.label end, vim.tbl_values(answers)[1].result)
end

local function main()
  local buffer = vim.api.nvim_get_current_buf()
  local line, column = unpack(decode('PLACE'))
  local client = start(buffer)
  say('root', client.config.root_dir)
  wait('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  local before = shown(buffer)
  say('diagnostics', before)

  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/hover', params, 60000)
  say('hover', vim.tbl_values(answers)[1].result.contents.value)

  local bad = line_at(buffer, line)
  vim.api.nvim_buf_set_lines(buffer, line - 1, line, true, { vim.env.MENDED })
  wait('the squiggle goes', function() return #vim.diagnostic.get(buffer) < #before end)
  say('mended', shown(buffer))

  vim.api.nvim_buf_set_lines(buffer, line - 1, line, true, { bad })
  wait('the squiggle comes back', function() return #vim.diagnostic.get(buffer) == #before end)
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
  say('actions', choose(vim.env.FIX))
  wait('the fix is made', function() return #vim.diagnostic.get(buffer) < #before end)
  say('fixed', { line = line_at(buffer, line), diagnostics = shown(buffer) })
  say('completed', complete(buffer, 'search_m', 'search_memory_lock', 'true'))
  say('lens', lens_on(vim.env.LENS, client))
  say('hints', hints_in(vim.env.HINTS, client))
  local from, to = unpack(decode('RENAME'))
  -- A rename leaves other buffers changed.
  vim.o.hidden = true
  local lines = rename(vim.env.LENS, from, to, client)
  say('renamed', { lines = lines, file = vim.fn.filereadable('host_vars/' .. to .. '.yml') })
  say('renamed back', rename(vim.env.LENS, to, from, client))
  vim.cmd('qall!')
end

local ok, problem = xpcall(main, debug.traceback)
if not ok then
  io.stderr:write(problem .. '\n')
  vim.cmd('cquit 1')
end
