import type { FirstStep } from "../model.ts";
import type { FirstStepRequest } from "./first-step.ts";

export async function besideIt(_request: FirstStepRequest): Promise<FirstStep | undefined> {
  return undefined;
}
