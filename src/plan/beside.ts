import type { Source } from "../formats/format.ts";
import { formats } from "../formats/index.ts";
import type { FirstStep } from "../model.ts";
import type { FirstStepRequest } from "./first-step.ts";
import { renamedCopy } from "./renamed.ts";

/** What another name for the same contract may be told as, and nothing more. */
const onlyTheName = new Set([
  "avro/name-changed",
  "protobuf/package-changed",
  "protobuf/message-renamed",
  "protobuf/service-renamed",
  "protobuf/enum-renamed",
  "protobuf/field-type-renamed",
  "protobuf/message-removed",
  "protobuf/enum-removed",
  "protobuf/service-removed",
  "table/table-renamed",
  "table/table-removed",
]);

/**
 * Head as a contract of its own, in a file of its own and under a name that base does not have: base is not touched. Undefined where
 * no such file can be made of a text, or where it would not be what head is.
 */
export async function besideIt(request: FirstStepRequest): Promise<FirstStep | undefined> {
  const { contract, base, head, options } = request;
  const format = formats.find(({ name }) => name === request.format);
  const [only, ...others] = head.files;
  if (format === undefined || only === undefined || others.length > 0) return undefined;
  const [path, text] = only;
  const old = namesIn(format.find, base);
  const moved = versioned(path, (one) => base.files.has(one) || head.files.has(one));
  const own = namesIn(format.find, { ...head, files: new Map([[moved, text]]) });
  const isOther = own.size > 0 && [...own].every((name) => !old.has(name));
  const copy = isOther ? text : renamedCopy(format.name, text, head.part);
  if (copy === undefined) return undefined;
  const source: Source = { entry: moved, part: "", files: new Map([[moved, copy]]) };
  const names = namesIn(format.find, source);
  const [name] = names;
  if (name === undefined || [...names].some((one) => old.has(one))) return undefined;
  const stands = await format.compare(contract, undefined, source, options);
  const same = await format.compare(contract, head, source, options);
  const differs = same.changes.some(({ rule, breaks }) => breaks.length > 0 && !onlyTheName.has(rule));
  if (stands.problems.length > 0 || same.problems.length > 0 || differs) return undefined;
  return { kind: "beside", files: source.files, added: [], name };
}

/** Every name under which the files of a side are found. */
function namesIn(find: (path: string, text: string) => readonly { names: readonly string[] }[], side: Source) {
  return new Set([...side.files].flatMap(([path, text]) => find(path, text).flatMap(({ names }) => names)));
}

/** `schemas/order_v2.avsc`, or the next that is free. A file that is always called the same gets a folder of its own. */
function versioned(path: string, taken: (path: string) => boolean): string {
  const [, folder = "", file = "", extension = ""] = /^(.*\/)?([^/]*?)((?:\.[A-Za-z][\w-]*)*)$/.exec(path) ?? [];
  const stem = file.replace(/_v\d+$/, "");
  for (let version = 2; ; version++) {
    const own =
      stem === "schema" && folder !== ""
        ? `${folder.slice(0, -1)}_v${version}/${stem}`
        : `${folder}${stem}_v${version}`;
    if (!taken(`${own}${extension}`)) return `${own}${extension}`;
  }
}
