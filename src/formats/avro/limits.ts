/** Types in types in types: no honest contract comes near it, and recursion stays within any stack. */
export const maxNesting = 400;

/** More places than this are not told one by one. */
export const maxFaults = 1000;

/** More often than this one fault after the other is not told again at another place. */
export const maxCopies = 20_000;

/** How many are told then, before the rest is called not analysed. */
export const keptFaults = 20;

/** A datum of more parts than this proves nothing to a person. */
export const maxDatum = 1000;

/** More than this many parts of data are not shown in one comparison. */
export const maxShown = 50_000;

/** More than this many parts of data and schemas are not given to avsc in one comparison: it compiles each. */
export const maxCompiled = 5_000;

/** A schema or a datum of more parts than this is not given to avsc at all. */
export const maxCompiledAtOnce = 500;
