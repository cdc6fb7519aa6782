import { listed } from "../report/words.ts";
import { nearest } from "../text/nearest.ts";
import type { Args, Command, Wish } from "./command.ts";
import { commands } from "./index.ts";
import { visibleLines } from "./lines.ts";

/** One command of a comment: what it wants, or what is wrong with it, in words (names between backticks). */
export type Asked = {
  /** As written, `/contract ack`. */
  readonly words: string;
} & ({ readonly wish: Wish } | { readonly mistaken: string });

/** More in one comment is nobody's honest wish. */
const maxCommands = 10;

/** What a comment written on that day asks for, in its order. Commands stand alone on a line, outside code, quotes and HTML comments. */
export function parseComment(body: string, day: string): readonly Asked[] {
  return visibleLines(body)
    .flatMap((line) => {
      const command = /^\/contract(?:[ \t]+(.*))?$/i.exec(line);
      return command === null ? [] : [command[1] ?? ""];
    })
    .slice(0, maxCommands)
    .map((words) => parseWords(words, day));
}

function parseWords(text: string, day: string): Asked {
  const split = splitWords(text);
  if (split === undefined)
    return { words: `/contract ${text}`.trim(), mistaken: 'A quotation mark is not closed: write `reason="..."`.' };
  const [first, ...rest] = split;
  const name = first?.text ?? "";
  const command = commands.find((one) => one.name === name.toLowerCase());
  if (command === undefined) return { words: `/contract ${name}`.trim(), mistaken: unknown(name) };
  const words = `/contract ${command.name}`;
  const args = argsOf(command, rest);
  if ("mistaken" in args) return { words, ...args };
  const wish = command.read(args, day);
  return "mistaken" in wish ? { words, ...wish } : { words, wish };
}

function unknown(name: string): string {
  const close = nearest(
    name,
    commands.map((one) => one.name),
  );
  const hint = close === undefined ? "" : ` Did you mean \`/contract ${close}\`?`;
  const what = name === "" ? "Which command?" : `There is no command \`${name}\`.`;
  return `${what}${hint} \`/contract help\` lists them.`;
}

function argsOf(command: Command, split: readonly Word[]): Args | { readonly mistaken: string } {
  const options = new Map<string, string>();
  const words: string[] = [];
  const usage = `It is written \`/contract ${command.usage}\`.`;
  for (const { text, option } of split) {
    if (option === undefined) {
      words.push(text);
      continue;
    }
    if (!command.options.includes(option)) {
      const close = nearest(option, command.options);
      return { mistaken: `There is no \`${option}=\` here.${close ? ` Did you mean \`${close}=\`?` : ""} ${usage}` };
    }
    if (options.has(option)) return { mistaken: `\`${option}=\` stands there twice.` };
    options.set(option, text.trim());
  }
  const { least, most } = command.words;
  if (words.length < least) return { mistaken: `Something is missing. ${usage}` };
  if (words.length > most)
    return {
      mistaken: `${listed(words.slice(most, most + 3).map((word) => `\`${word}\``))}: not understood. ${usage}`,
    };
  return { words, options };
}

interface Word {
  readonly text: string;
  /** The name before `=`, in lower case. */
  readonly option: string | undefined;
}

/** Words parted by blanks; between double quotes (typographic ones too) blanks do not part. Undefined: a quote is not closed. */
function splitWords(line: string): readonly Word[] | undefined {
  const text = line.replace(/[\u201c\u201d\u201e]/g, '"').trim();
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    if (/[ \t]/.test(text[at] ?? "")) {
      at++;
      continue;
    }
    const name = /^([A-Za-z][A-Za-z-]*)=/.exec(text.slice(at, at + 40));
    at += name?.[0].length ?? 0;
    let word = "";
    let quoted = false;
    for (; at < text.length && (quoted || !/[ \t]/.test(text[at] ?? "")); at++) {
      const character = text[at] ?? "";
      if (character === "\\" && text[at + 1] === '"') word += text[++at];
      else if (character === '"') quoted = !quoted;
      else word += character;
    }
    if (quoted) return undefined;
    words.push({ text: word, option: name?.[1]?.toLowerCase() });
  }
  return words;
}
