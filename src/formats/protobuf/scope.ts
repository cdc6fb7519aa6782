import type { ProtoFile } from "./model.ts";
import type { Named } from "./syntax.ts";

/** The names of one scope: each may stand once. */
export class Scope {
  readonly names = new Map<string, Named>();
  private readonly file: ProtoFile;
  private readonly where: string;

  constructor(file: ProtoFile, where: string) {
    this.file = file;
    this.where = where;
  }

  add(named: Named): void {
    if (this.names.has(named.name))
      this.file.node.source.fail(`${named.name} is defined twice in ${this.where}`, named.at);
    this.names.set(named.name, named);
  }
}
