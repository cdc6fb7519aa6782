import { inThisThread, type Work } from "../work.ts";

/** One call of the port, as it is sent to a worker. */
export type Task = { [Name in keyof Work]: { readonly name: Name; readonly args: Parameters<Work[Name]> } }[keyof Work];

export default function work(task: Task): Promise<unknown> {
  switch (task.name) {
    case "compare":
      return inThisThread.compare(...task.args);
    case "hold":
      return inThisThread.hold(...task.args);
    case "examples":
      return inThisThread.examples(...task.args);
    case "find":
      return inThisThread.find(...task.args);
    case "references":
      return inThisThread.references(...task.args);
    case "subjects":
      return inThisThread.subjects(...task.args);
    case "lint":
      return inThisThread.lint(...task.args);
    case "firstStep":
      return inThisThread.firstStep(...task.args);
    case "consumers":
      return inThisThread.consumers(...task.args);
  }
}
