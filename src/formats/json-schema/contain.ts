import type { Direction } from "../../model.ts";
import { type Answer, OutOfWork, unknown } from "./answer.ts";
import { Compiler } from "./compile.ts";
import { type Formula, Formulas } from "./formula.ts";
import type { Schema } from "./parse.ts";
import { Solver } from "./solve.ts";

/** Steps allowed for one question about a pair of schemas. */
const allowance = 400_000;

/** Two schemas in one space of formulas, where questions about both can be decided. */
export class Containment {
  readonly formulas = new Formulas();
  readonly base: Compiler;
  readonly head: Compiler;
  private readonly solver = new Solver(this.formulas, allowance);

  constructor(base: Schema, head: Schema) {
    this.base = new Compiler(this.formulas, base.documents, "base", base.assertFormats);
    this.head = new Compiler(this.formulas, head.documents, "head", head.assertFormats);
  }

  /** What the formula's values are: one of them, none, or not proven. */
  decide(formula: () => Formula, work = allowance): Answer {
    try {
      this.solver.refill(work);
      return this.solver.solve(formula());
    } catch (error) {
      if (error instanceof OutOfWork) return unknown("it takes more work than is allowed");
      if (error instanceof RangeError) return unknown("nested too deeply");
      throw error;
    }
  }

  /** Work that the last question left over. */
  get left(): number {
    return Math.max(0, this.solver.left);
  }

  holds(formula: Formula, value: Parameters<Solver["holds"]>[1]): boolean | undefined {
    return this.solver.holds(formula, value);
  }
}

/** Which side wrote the documents of a direction, and which reads them. */
export const sides = (direction: Direction): readonly ["base" | "head", "base" | "head"] =>
  direction === "backward" ? ["base", "head"] : ["head", "base"];
