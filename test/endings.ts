/**
 * What is to be done around every test, by modules that several test files share. The files of a worker share what they
 * import, so that a hook set by such a module would be set for the first of them alone; `setup.ts` sets these for each.
 */
export const around = {
  /** Before each test. */
  start: [] as (() => void)[],
  /** After each test, the last first. */
  end: [] as (() => Promise<void>)[],
  /** After each file, the last first. */
  endFile: [] as (() => Promise<void>)[],
};
