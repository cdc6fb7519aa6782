import { operatorOf } from "../app/operator.ts";
import type { Registries, Review } from "../model.ts";
import { review } from "../review.ts";
import { type LocalRequest, localSnapshot } from "../snapshot/local.ts";
import { HttpRegistries } from "../snapshot/registries.ts";
import { UserError } from "../snapshot/user-error.ts";
import type { Work } from "../work.ts";

/** The review of a local branch, with the registries that the operator defined. @throws UserError */
export async function reviewOf(request: LocalRequest, work: Work): Promise<Review> {
  const registries = definedRegistries();
  return review({ ...(await localSnapshot(request, work)), registries }, work);
}

/** The registries that the operator's file defines, as for the server. */
function definedRegistries(): Registries {
  const faults: string[] = [];
  const { registries } = operatorOf(process.env, faults);
  if (faults.length > 0) throw new UserError(faults.join("\n"));
  return new HttpRegistries(registries);
}
