import { get, type ObjectTree, type Tree } from "../../text/tree.ts";
import { type Draft, since } from "./dialect.ts";
import type { Documents, Resource } from "./documents.ts";
import { type Formula, type Formulas, kinds } from "./formula.ts";
import { arrayKeywords } from "./keywords-array.ts";
import { declaredNames, objectKeywords } from "./keywords-object.ts";
import { scalarKeywords } from "./keywords-scalar.ts";
import { exactlyOne } from "./one-of.ts";
import { besides, type Reading } from "./policy.ts";
import { type Alternative, alternativesOf } from "./unevaluated.ts";
import { treeValue, valueKey } from "./value.ts";

/** Instance levels that are compiled at once; what lies deeper is compiled when it is asked for. */
const maxEager = 40;
/** References followed in place, one after the other. */
const maxInPlace = 300;

/** The resources entered on the way, outermost first, as far as dynamic references can tell them apart. */
export type Scope = readonly Resource[];

/** A schema where it stands. */
export interface Spot {
  readonly tree: Tree;
  readonly scope: Scope;
}

/** One of the schemas that together describe an element. */
export interface Part {
  readonly tree: ObjectTree;
  readonly scope: Scope;
  readonly draft: Draft;
  /** The same for the same schema in the same scope. */
  readonly number: string;
}

/** A schema being compiled, and what its keywords need. */
export interface Site {
  readonly tree: ObjectTree;
  readonly draft: Draft;
  readonly formulas: Formulas;
  readonly assertFormats: boolean;
  readonly reading: Reading | undefined;
  /** A keyword's value, where the draft and the schema have it. */
  get(keyword: string): Tree | undefined;
  /** A schema for a part of the value. */
  child(tree: Tree): Formula;
  /** A schema for the value itself. */
  inPlace(tree: Tree): Formula;
  /** The formula for something that is not analysed. */
  opaque(reason: string): Formula;
}

/** Turns the schemas of one side into formulas. */
export class Compiler {
  readonly formulas: Formulas;
  readonly documents: Documents;
  private readonly side: string;
  private readonly assertFormats: boolean;
  readonly reading: Reading | undefined;
  private readonly done = new Map<string, Formula>();
  private readonly later = new Map<string, Formula>();
  private readonly entered = new Map<string, { readonly level: number; readonly branches: number }>();
  private readonly spreading = new Set<string>();
  private readonly numbers = new Map<Tree, number>();
  private level = 0;
  private nesting = 0;
  /** Steps on the way that are no mere conjunctions. */
  private branches = 0;

  constructor(
    formulas: Formulas,
    documents: Documents,
    side: string,
    assertFormats: boolean,
    reading: Reading | undefined,
  ) {
    this.formulas = formulas;
    this.documents = documents;
    this.side = side;
    this.assertFormats = assertFormats;
    this.reading = reading;
  }

  compile(tree: Tree, scope: Scope = []): Formula {
    if (tree.kind === "boolean") return tree.value ? this.formulas.true : this.formulas.false;
    if (tree.kind !== "object") return this.formulas.true;
    const within = this.enter(tree, scope);
    const key = this.keyOf(tree, within);
    const done = this.done.get(key);
    if (done !== undefined) return done;
    const entered = this.entered.get(key);
    // a schema that demands itself demands nothing more
    if (entered?.level === this.level)
      return entered.branches === this.branches ? this.formulas.true : this.circle(tree, within);
    if (entered !== undefined || this.level >= maxEager) return this.postponed(key, tree, scope);
    if (this.nesting >= maxInPlace) return this.opaque(tree, "references nested too deeply");
    this.entered.set(key, { level: this.level, branches: this.branches });
    this.nesting++;
    const formula = this.schema(tree, within);
    this.nesting--;
    this.entered.delete(key);
    this.done.set(key, formula);
    return formula;
  }

  private postponed(key: string, tree: Tree, scope: Scope): Formula {
    const known = this.later.get(key);
    if (known !== undefined) return known;
    const formula = this.formulas.later(() => {
      const [level, nesting] = [this.level, this.nesting];
      this.level = 0;
      this.nesting = 0;
      const made = this.compile(tree, scope);
      this.level = level;
      this.nesting = nesting;
      return made;
    });
    this.later.set(key, formula);
    return formula;
  }

  private enter(tree: Tree, scope: Scope): Scope {
    const home = this.documents.homeOf(tree);
    if (home.dynamicAnchors.size === 0 && !home.recursive) return scope;
    return scope.includes(home) ? scope : [...scope, home];
  }

  private keyOf(tree: Tree, scope: Scope): string {
    let number = this.numbers.get(tree);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(tree, number);
    }
    return scope.length === 0 ? `${number}` : `${number}@${scope.map((resource) => resource.number).join(",")}`;
  }

  private opaque(tree: Tree, reason: string): Formula {
    this.keyOf(tree, []);
    return this.formulas.opaque(`${this.side}:${this.numbers.get(tree)}:${reason}`, reason);
  }

  /** A schema that is an alternative of itself means nothing definite; in equal texts it means the same. */
  private circle(tree: ObjectTree, scope: Scope): Formula {
    const reason = "a reference that leads back to itself";
    const { root, draft } = this.documents.homeOf(tree);
    if (!this.documents.single || root.kind !== "object") return this.opaque(tree, reason);
    const text = [root, tree].map((one) => {
      const members = new Map([...one.members].filter(([name]) => name !== "$schema"));
      return valueKey(treeValue({ ...one, members }) ?? null);
    });
    return this.formulas.opaque(
      `circle:${draft}:${text.join(":")}:${this.keyOf(root, scope).split("@")[1] ?? ""}`,
      reason,
    );
  }

  private site(tree: ObjectTree, scope: Scope): Site {
    const { draft } = this.documents.homeOf(tree);
    return {
      tree,
      draft,
      formulas: this.formulas,
      assertFormats: this.assertFormats,
      reading: this.reading,
      get: (keyword) => get(tree, keyword),
      child: (part) => {
        this.level++;
        const formula = this.element({ tree: part, scope });
        this.level--;
        return formula;
      },
      inPlace: (part) => {
        this.branches++;
        const formula = this.compile(part, scope);
        this.branches--;
        return formula;
      },
      opaque: (reason) => this.opaque(tree, reason),
    };
  }

  private schema(tree: ObjectTree, scope: Scope): Formula {
    const site = this.site(tree, scope);
    const { draft } = site;
    if (!since(draft, "2019-09") && tree.members.has("$ref")) return this.referenced(tree, "$ref", scope);
    if (
      since(draft, "2019-09") &&
      (tree.members.has("unevaluatedProperties") || tree.members.has("unevaluatedItems"))
    ) {
      const alternatives = this.alternatives(tree, scope);
      if (alternatives === undefined) return site.opaque("unevaluated content behind too many alternatives");
      return this.formulas.or(alternatives.map(({ holds }) => holds));
    }
    return this.formulas.and([...localFormulas(site), ...this.inPlaceFormulas(site, scope)]);
  }

  private inPlaceFormulas(site: Site, scope: Scope): Formula[] {
    const { tree, draft, formulas } = site;
    const all: Formula[] = [];
    for (const keyword of referenceKeywords(draft))
      if (site.get(keyword) !== undefined) all.push(this.referenced(tree, keyword, scope));
    const list = (keyword: string) => {
      const value = site.get(keyword);
      return value?.kind === "array" ? value.items.map((item) => site.inPlace(item)) : undefined;
    };
    const every = site.get("allOf");
    if (every?.kind === "array") all.push(...every.items.map((item) => this.compile(item, scope)));
    const any = list("anyOf");
    if (any !== undefined) all.push(formulas.or(any));
    const one = list("oneOf");
    if (one !== undefined) all.push(exactlyOne(formulas, one));
    const not = site.get("not");
    if (not !== undefined) all.push(formulas.not(site.inPlace(not)));
    const condition = since(draft, "07") ? site.get("if") : undefined;
    if (condition !== undefined) {
      const [then, otherwise] = [site.get("then"), site.get("else")];
      const when = site.inPlace(condition);
      if (then !== undefined) all.push(formulas.or([formulas.not(when), site.inPlace(then)]));
      if (otherwise !== undefined) all.push(formulas.or([when, site.inPlace(otherwise)]));
    }
    return all;
  }

  /** The schema that a reference of this schema means. */
  target(tree: ObjectTree, keyword: string, scope: Scope): Tree | undefined {
    const reference = get(tree, keyword);
    if (reference?.kind !== "string") return undefined;
    const target = this.documents.resolve(tree, reference.value);
    if (target === undefined || keyword === "$ref") return target;
    const home = this.documents.homeOf(target);
    if (keyword === "$recursiveRef") {
      if (!home.recursive) return target;
      return scope.find((resource) => resource.recursive)?.root ?? target;
    }
    const anchor = reference.value.split("#")[1] ?? "";
    if (home.dynamicAnchors.get(anchor) !== target) return target;
    return scope.find((resource) => resource.dynamicAnchors.has(anchor))?.dynamicAnchors.get(anchor) ?? target;
  }

  private referenced(tree: ObjectTree, keyword: string, scope: Scope): Formula {
    const target = this.target(tree, keyword, scope);
    if (target !== undefined) return this.compile(target, scope);
    const reference = get(tree, keyword);
    const name = reference?.kind === "string" ? reference.value : "";
    return this.opaque(tree, `the reference ${JSON.stringify(name)} leads nowhere in the files given`);
  }

  /** The schemas that hold of the value as well: those referred to and those in `allOf`, none twice; no mere references. */
  parts(spots: readonly Spot[]): readonly Part[] {
    const found = new Map<string, Part>();
    const passed = new Set<string>();
    const visit = ({ tree, scope }: Spot): void => {
      if (tree.kind !== "object") return;
      const within = this.enter(tree, scope);
      const key = this.keyOf(tree, within);
      if (found.has(key)) return;
      const site = this.site(tree, within);
      const alone = tree.members.has("$ref") && (tree.members.size === 1 || !since(site.draft, "2019-09"));
      if (!alone) found.set(key, { tree, scope: within, draft: site.draft, number: key });
      else if (passed.has(key)) return;
      passed.add(key);
      for (const keyword of referenceKeywords(site.draft)) {
        const target = this.target(tree, keyword, within);
        if (target !== undefined) visit({ tree: target, scope: within });
      }
      const all = alone ? undefined : get(tree, "allOf");
      if (all?.kind === "array") for (const item of all.items) visit({ tree: item, scope: within });
    };
    for (const spot of spots) visit(spot);
    return [...found.values()];
  }

  /** What a conjunction of schemas says. */
  formulaOf(spots: readonly Spot[]): Formula {
    return this.formulas.and(spots.map((spot) => this.element(spot)));
  }

  /** What a schema says of an element. */
  private element({ tree, scope }: Spot): Formula {
    const formula = this.compile(tree, scope);
    if (this.reading?.role !== "writer" || !this.reading.lenient) return formula;
    const { formulas } = this;
    const names = this.mentioned({ tree, scope });
    if (names.length === 0) return formula;
    const others = formulas.and(names.map((name) => formulas.of(kinds.string, formulas.not(name))));
    const none = formulas.leaf(kinds.object, { is: "every-property", name: others, holds: formulas.false });
    return formulas.and([formula, none]);
  }

  /** The names that a schema describes, wherever in it; none where it says what all others are. */
  private mentioned(spot: Spot): readonly Formula[] {
    const found = new Set<Formula>();
    const passed = new Set<Tree>();
    let open = false;
    const visit = ({ tree, scope }: Spot): void => {
      if (tree.kind !== "object" || passed.has(tree)) return;
      passed.add(tree);
      const within = this.enter(tree, scope);
      const site = this.site(tree, within);
      for (const name of declaredNames(site)) found.add(name);
      for (const keyword of ["additionalProperties", "unevaluatedProperties"])
        if (get(tree, keyword)?.kind === "object") open = true;
      for (const keyword of referenceKeywords(site.draft)) {
        const target = this.target(tree, keyword, within);
        if (target !== undefined) visit({ tree: target, scope: within });
      }
      for (const other of besides(tree, site.draft)) visit({ tree: other, scope: within });
    };
    visit(spot);
    return open ? [] : [...found];
  }

  /** What some keywords of a schema say, taken by themselves. */
  keywordFormula(part: Part, keywords: readonly string[]): Formula {
    const site = this.site(part.tree, part.scope);
    const only: Site = { ...site, get: (keyword) => (keywords.includes(keyword) ? site.get(keyword) : undefined) };
    return this.formulas.and([...localFormulas(only), ...this.inPlaceFormulas(only, part.scope)]);
  }

  /** The ways a value can satisfy a schema, told apart by what of it they evaluate; undefined where there are too many. */
  alternatives(tree: Tree, scope: Scope): readonly Alternative[] | undefined {
    if (tree.kind !== "object") return alternativesOf.plain(this.formulas, this.compile(tree, scope));
    const within = this.enter(tree, scope);
    const key = this.keyOf(tree, within);
    if (this.spreading.has(key) || this.nesting >= maxInPlace) return undefined;
    this.spreading.add(key);
    this.nesting++;
    const site = this.site(tree, within);
    const found = alternativesOf.schema(site, localFormulas(site), {
      spread: (part) => this.alternatives(part, within),
      references: referenceKeywords(site.draft)
        .filter((keyword) => tree.members.has(keyword))
        .map((keyword) => {
          const target = this.target(tree, keyword, within);
          return target === undefined
            ? alternativesOf.plain(this.formulas, this.referenced(tree, keyword, within))
            : this.alternatives(target, within);
        }),
    });
    this.nesting--;
    this.spreading.delete(key);
    return found;
  }
}

function referenceKeywords(draft: Draft): readonly string[] {
  if (draft === "2020-12") return ["$ref", "$dynamicRef"];
  return draft === "2019-09" ? ["$ref", "$recursiveRef"] : ["$ref"];
}

/** What the keywords say that look at the value or its parts, not at other schemas for the whole of it. */
function localFormulas(site: Site): Formula[] {
  return [...scalarKeywords(site), ...arrayKeywords(site), ...objectKeywords(site)];
}
