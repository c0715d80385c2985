/** Facts that modules gather under names of their own, without `ansible_` before them: each is a variable, too. */

/** Facts of every host: those of the module `setup`, and of whichever module looks for Python first. */
const OF_EVERY_HOST = /^(?:(?:facter|ohai)_|discovered_interpreter_python$|module_setup$|gather_subset$)/;

/** The names that modules of ansible-core 2.19 return as `ansible_facts`. */
const OF_MODULES: ReadonlyMap<string, RegExp> = new Map([
  ['getent', /^getent_/],
  ['mount_facts', /^(?:mount_points|aggregate_mounts)$/],
  ['package_facts', /^packages$/],
  ['service_facts', /^services$/],
]);

/** Tells whether a name is that of a fact that every host has without a task that asks for it. */
export function isFactOfEveryHost(name: string): boolean {
  return OF_EVERY_HOST.test(name);
}

/**
 * Tells whether a module may gather a fact of a name; a module of a collection whose name ends in `_facts` may gather
 * any.
 */
export function mayGather(module: string, name: string): boolean {
  const own = OF_MODULES.get(module);
  return own === undefined ? module.endsWith('_facts') && module !== 'gather_facts' : own.test(name);
}
