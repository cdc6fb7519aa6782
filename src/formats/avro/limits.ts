/** Types in types in types: no honest contract comes near it, and recursion stays within any stack. */
export const maxNesting = 1000;

/** More places than this are not told one by one. */
export const maxFaults = 1000;

/** How many are told then, before the rest is called not analysed. */
export const keptFaults = 20;

/** A datum of more parts than this proves nothing to a person. */
export const maxDatum = 5000;

/** More proofs than this in one comparison are not asked of avsc: it compiles a schema for each. */
export const maxConfirmed = 100;
