import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareContract } from "../../src/formats/compare.ts";

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../shared");
const real = join(shared, "corpora/real");

/** A commit of somebody else, and the paths that an index made by other means says it changed. BigQuery's have a test of their own. */
interface Commit {
  readonly kind: string;
  readonly dir: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly changed: readonly { readonly path: string; readonly old: string; readonly new: string }[];
}

/** `a#required` is about what `a` requires. */
const bare = (path: string) => path.replace(/#[a-z]+$/, "");
const outermost = (paths: readonly string[]) =>
  paths.filter((path) => !paths.some((other) => path.startsWith(`${other}.`) || path.startsWith(`${other}[`)));
const named = (paths: readonly string[]) => outermost([...new Set(paths.filter((path) => !path.includes("#")))]).sort();

/** A list of what is required names its members; the order of a union's branches is none of its changes. */
function changedPaths({ changed }: Commit): readonly string[] {
  const parts = (text: string): readonly string[] => text.match(/"[^"]*"/g) ?? [];
  return changed.flatMap(({ path, old, new: now }) => {
    const [was, is] = [parts(old), parts(now)];
    if (!path.includes("#")) return was.toSorted().join() === is.toSorted().join() ? [] : [path];
    const prefix = bare(path) === "" ? "" : `${bare(path)}.`;
    const differing = [...was.filter((one) => !is.includes(one)), ...is.filter((one) => !was.includes(one))];
    return differing.map((one) => `${prefix}${one.slice(1, -1)}`);
  });
}

describe.skipIf(!existsSync(real))("real commits to Avro and JSON Schema", () => {
  const commits = existsSync(real)
    ? (JSON.parse(readFileSync(join(real, "index.json"), "utf8")) as Commit[]).filter(
        ({ kind }) => !/bigquery/.test(kind),
      )
    : [];

  async function compared({ dir, kind }: Commit) {
    const files = readdirSync(join(real, dir));
    const side = (name: string) => {
      const file = files.find((one) => one === name || one.startsWith(`${name}.`)) ?? name;
      return { entry: "c", part: "", files: new Map([["c", readFileSync(join(real, dir, file), "utf8")]]) };
    };
    const format = kind === "avro" ? "avro" : "json-schema";
    const sides = { base: side("old"), head: side("new"), history: [] };
    return compareContract({ contract: "c", format, ...sides, options: {} });
  }

  it("stand there", () => expect(commits.length).toBe(19));

  it("every field that goes, comes or changes is named by its path, and nothing else alarms", async () => {
    const missed: string[] = [];
    const alarms: string[] = [];
    let changes = 0;
    for (const commit of commits) {
      const answer = await compared(commit);
      if (answer.problems.length > 0) continue;
      const [removed, added] = [named(commit.removed), named(commit.added)];
      const changed = outermost(changedPaths(commit)).filter(
        (path) => !removed.includes(path) && !added.some((one) => one.startsWith(`${path}.`)),
      );
      const told = (rule: RegExp) =>
        answer.changes.filter((change) => rule.test(change.rule)).map(({ element }) => element);
      const gone = told(/\/(?:property|field)-removed$/);
      const come = told(/\/(?:property|field)-added$/);
      const within = (elements: readonly string[], path: string) =>
        elements.some(
          (element) => element === path || element.startsWith(`${path}[`) || path.startsWith(`${element}.`),
        );
      const all = told(/./);
      missed.push(
        ...removed.filter((path) => !gone.includes(path)).map((path) => `${commit.dir}: ${path} removed`),
        ...added
          .filter((path) => !come.includes(path) && !within(all, path))
          .map((path) => `${commit.dir}: ${path} added`),
        ...changed.filter((path) => !within(all, path)).map((path) => `${commit.dir}: ${path} changed`),
      );
      const known = [...commit.removed, ...commit.added, ...changedPaths(commit)].map(bare);
      alarms.push(
        ...answer.changes
          .filter(({ breaks, element }) => breaks.length > 0 && !known.some((path) => within([element], path)))
          .map(({ rule, element }) => `${commit.dir}: ${rule} ${element}`),
      );
      changes += removed.length + added.length + changed.length;
    }
    expect({ changes, missed, alarms }).toEqual({ changes: 38, missed: [], alarms: [] });
  });

  it("the one commit whose schema is none is refused by name", async () => {
    const refused = [];
    for (const commit of commits) {
      const { problems } = await compared(commit);
      refused.push(...problems.map(({ message }) => [commit.dir.split("/")[1], message]));
    }
    expect(refused).toEqual([["11-8e80d1c", "a schema without a type"]]);
  });
});

describe.skipIf(!existsSync(join(shared, "corpora/public-cases.json")))(
  "public cases about what readers stumble over",
  () => {
    interface PublicCase {
      readonly id: string;
      readonly files: Readonly<Record<string, string>>;
    }
    const cases: readonly PublicCase[] = existsSync(join(shared, "corpora/public-cases.json"))
      ? JSON.parse(readFileSync(join(shared, "corpora/public-cases.json"), "utf8"))
      : [];

    async function answer(id: string, file: string, format: string) {
      const files = cases.find((one) => one.id === id)?.files ?? {};
      const side = (which: string) => {
        const path = Object.keys(files).find((one) => one.startsWith(`${which}/`) && one.includes(file)) ?? "";
        return {
          entry: path.slice(which.length + 1),
          part: "",
          files: new Map([[path.slice(which.length + 1), files[path] ?? ""]]),
        };
      };
      const sides = { base: side("old"), head: side("new"), history: [] };
      const { changes, problems } = await compareContract({ contract: "c", format, ...sides, options: {} });
      return [
        ...changes.map(({ rule, element, breaks }) => [rule, element, ...breaks].join(" ")),
        ...problems.map(({ message }) => message),
      ];
    }

    it("properties called as what every object has", async () => {
      expect(await answer("js-12-object-prototype-property-names", "", "json-schema")).toEqual([
        "json-schema/property-added constructor backward forward",
        "json-schema/type-changed __proto__ backward forward",
      ]);
    });

    it("an alias bomb is refused by the name of its file", async () => {
      expect(await answer("rb-09-alias-bomb-vs-many-honest-aliases", "bomb", "odcs")).toEqual([
        "not valid YAML: more than 500000 values once its aliases are followed",
      ]);
    });

    it("a byte order mark and the line ends of Windows change nothing", async () => {
      const { files = {} } = cases.find(({ id }) => id === "rb-06-bom-and-crlf") ?? {};
      const endings = { avsc: "avro", json: "json-schema", yaml: "odcs", yml: "odcs", proto: "protobuf" } as const;
      const names = Object.keys(files).filter((path) => path.startsWith("old/"));
      for (const path of names) {
        const format = endings[(path.split(".").at(-1) ?? "") as keyof typeof endings];
        expect([path, await answer("rb-06-bom-and-crlf", path.slice("old/".length), format)]).toEqual([path, []]);
      }
      expect(names.length).toBe(3);
    });
  },
);
