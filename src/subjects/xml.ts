import { SaxesParser } from "saxes";
import { maxDepth, type Place, Unreadable } from "../text/tree.ts";

export interface Element {
  readonly name: string;
  readonly at: Place;
  /** What stands in it beside its elements. */
  text: string;
  readonly children: Element[];
}

/** Reads XML. Entities are not expanded beyond XML's own five. @throws Unreadable */
export function readXml(path: string, text: string): Element {
  const parser = new SaxesParser({ position: true });
  const top: Element = { name: "", at: { line: 1, column: 1 }, text: "", children: [] };
  const open = [top];
  parser.on("error", (error) => {
    throw new Unreadable(`not valid XML: ${error.message.replace(/^[^ ]*:\d+:\d+: /, "").replace(/^\d+:\d+: /, "")}`, {
      path,
      line: parser.line,
      column: parser.column + 1,
    });
  });
  parser.on("opentag", ({ name }) => {
    const at = { line: parser.line, column: Math.max(1, parser.column - name.length - 1) };
    const element: Element = { name, at, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > maxDepth) parser.fail(`nested deeper than ${maxDepth} levels`);
  });
  const add = (part: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(text.replace(/^\ufeff/, "")).close();
  return top;
}

/** The children of that name, at every depth below the elements of the names before it. */
export function* descendants(element: Element, name: string): Generator<Element> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}

export function childrenOf(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name);
}
