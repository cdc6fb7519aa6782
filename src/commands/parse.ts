import { code } from "../report/escape.ts";
import { nearest } from "../text/nearest.ts";
import type { Command } from "./command.ts";
import { commands } from "./index.ts";

/** What a comment asks for, in its order. */
export type Asked = { readonly command: Command; readonly args: readonly string[] } | { readonly mistaken: string };

/** More in one comment is nobody's honest wish. */
const maxCommands = 10;

/** Commands stand alone on a line, outside code blocks, quotes and HTML comments. */
export function parseComment(body: string): readonly Asked[] {
  return lines(body)
    .flatMap((line) => {
      const words = /^\/contract(?:[ \t]+(.*))?$/.exec(line)?.[1];
      return words === undefined ? (line === "/contract" ? [""] : []) : [words];
    })
    .slice(0, maxCommands)
    .map(parseWords);
}

function parseWords(words: string): Asked {
  const [name = "", ...args] = split(words);
  const command = commands.find((one) => one.name === name.toLowerCase());
  if (command !== undefined) return { command, args };
  const close = nearest(
    name,
    commands.map((one) => one.name),
  );
  const hint = close === undefined ? "" : ` Did you mean \`/contract ${close}\`?`;
  return {
    mistaken: `There is no command ${code(name === "" ? "/contract" : name)}.${hint} \`/contract help\` lists them.`,
  };
}

/** Words parted by blanks; what stands between double quotes is one word. */
function split(words: string): readonly string[] {
  return [...words.matchAll(/(?:[^\s"]|"[^"]*(?:"|$))+/g)].map(([word]) => word.replaceAll('"', ""));
}

function lines(body: string): readonly string[] {
  const visible: string[] = [];
  let fence: string | undefined;
  for (const line of body.replace(/<!--[\s\S]*?(?:-->|$)/g, "").split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else visible.push(line.trimEnd());
  }
  return visible;
}
