const hidden = "(not shown)";

const named =
  "(?:passw|pwd|passphrase|secret|credential|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key)";
const secretName = new RegExp(named, "i");

/** Whether a member of that name holds what nobody should read. */
export function isSecret(name: string): boolean {
  return secretName.test(name);
}

const value = String.raw`(?:"[^"]*"|'[^']*'|\{[^}]*\}|\[[^\]]*\]|[^\s,;&"'}\]]+)`;

/** What each finds, and what stands in its place. Every piece is bounded, or ends where the next could begin. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}-----|$)/g, hidden],
  // https://user:password@host, and the same without a scheme
  [/:\/\/[^\s/@"'<>]{1,400}@/g, "://***@"],
  [/([^\s:@/,;]):[^\s:@/,;]{1,400}@/g, "$1:***@"],
  [/(\b(?:bearer|basic) )[\w.~+/=-]{6,}/gi, `$1${hidden}`],
  [/(hooks\.slack\.com\/|webhook\.office\.com\/)[^\s,;"'}\]]+/gi, `$1${hidden}`],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_\w{20,}|\bxox[abeprs]-[\w-]{8,}|\bdapi[0-9a-f]{32}/g, hidden],
  [/([?&](?:sig|signature|key|code|auth)=)[^\s&,;"'}\]]+/gi, `$1${hidden}`],
  // { property: dbPassword, value: hunter2 }
  [new RegExp(`(property: [^,}]{0,100}${named}[^,}]{0,100}, value: )${value}`, "gi"), `$1${hidden}`],
  [new RegExp(String.raw`(${named}[\w.-]{0,40}["']?\s{0,4}[=:]\s{0,4})${value}`, "gi"), `$1${hidden}`],
];

/** A text without passwords, keys and tokens, as far as their names or looks tell. */
export function withoutSecrets(text: string): string {
  return shapes.reduce((each, [shape, instead]) => each.replace(shape, instead), text);
}
