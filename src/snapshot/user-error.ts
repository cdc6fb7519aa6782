/** The input of a command is wrong, in words for who typed it; shown as they are. */
export class UserError extends Error {}
