import { type Answer, OutOfWork, unknown } from "./answer.ts";
import { Compiler } from "./compile.ts";
import { type Formula, Formulas } from "./formula.ts";
import type { Schema } from "./parse.ts";
import type { Reading } from "./policy.ts";
import { Solver } from "./solve.ts";

/** Steps allowed for one question about a pair of schemas. */
const allowance = 400_000;

/** Two schemas in one space of formulas, where questions about both can be decided. */
export class Containment {
  readonly formulas = new Formulas();
  readonly base: Compiler;
  readonly head: Compiler;
  private readonly solver = new Solver(this.formulas, allowance);

  /** Set when the stack ran over: what was being built then is not to be relied on. */
  private spoilt = false;

  constructor(base: Schema, head: Schema, readings: Partial<Record<"base" | "head", Reading>> = {}) {
    this.base = new Compiler(this.formulas, base.documents, "base", base.assertFormats, readings.base);
    this.head = new Compiler(this.formulas, head.documents, "head", head.assertFormats, readings.head);
  }

  /** What the formula's values are: one of them, none, or not proven. */
  decide(formula: () => Formula, work = allowance): Answer {
    if (this.spoilt) return unknown("nested too deeply");
    try {
      this.solver.refill(work);
      return this.solver.solve(formula());
    } catch (error) {
      if (error instanceof OutOfWork) return unknown("it takes more work than is allowed");
      if (!(error instanceof RangeError)) throw error;
      this.spoilt = true;
      return unknown("nested too deeply");
    }
  }

  /** Work that the last question left over. */
  get left(): number {
    return Math.max(0, this.solver.left);
  }
}
