import type { ArrayConstraint, Formula, Formulas, Kind, ObjectConstraint } from "./formula.ts";
import { kinds } from "./formula.ts";
import { numberHolds } from "./numbers.ts";
import { stringHolds } from "./strings.ts";
import { isArray, isNumber, isObject, type Value, valueKey } from "./value.ts";

function kindOf(value: Value): Kind {
  if (value === null) return kinds.null;
  if (typeof value === "boolean") return value ? kinds.true : kinds.false;
  if (typeof value === "string") return kinds.string;
  if (isArray(value)) return kinds.array;
  return isObject(value) ? kinds.object : kinds.number;
}

type Truth = boolean | undefined;

function every<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  let result: Truth = true;
  for (const item of items) {
    const truth = test(item);
    if (truth === false) return false;
    if (truth === undefined) result = undefined;
  }
  return result;
}

function anyOf<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  const denied = every(items, (item) => {
    const truth = test(item);
    return truth === undefined ? undefined : !truth;
  });
  return denied === undefined ? undefined : !denied;
}

/** Whether the value satisfies the formula; undefined where that hangs on something not analysed. */
export function evaluate(formulas: Formulas, formula: Formula, value: Value, spend: () => void): Truth {
  const holds = (inner: Formula, part: Value): Truth => {
    spend();
    const node = formulas.node(inner);
    switch (node.is) {
      case "true":
        return true;
      case "false":
        return false;
      case "kinds":
        return (node.mask & kindOf(part)) !== 0;
      case "and":
        return every(node.parts, (one) => holds(one, part));
      case "or":
        return anyOf(node.parts, (one) => holds(one, part));
      case "later":
        return holds(formulas.now(inner), part);
      case "opaque":
        return undefined;
      case "leaf": {
        if (node.kind !== kindOf(part)) return true;
        const { constraint } = node;
        switch (constraint.is) {
          case "at-least":
          case "at-most":
          case "multiple":
          case "number-in":
            return isNumber(part) && numberHolds(constraint, part);
          case "longer":
          case "shorter":
          case "pattern":
          case "string-in":
            return stringHolds(constraint, part as string);
          case "every-property":
          case "some-property":
          case "properties-least":
          case "properties-most":
            return objectHolds(constraint, part as ReadonlyMap<string, Value>, holds);
          default:
            return arrayHolds(constraint, part as readonly Value[], holds);
        }
      }
    }
  };
  return holds(formula, value);
}

type Holds = (formula: Formula, value: Value) => Truth;

function objectHolds(constraint: ObjectConstraint, object: ReadonlyMap<string, Value>, holds: Holds): Truth {
  switch (constraint.is) {
    case "properties-least":
      return object.size >= constraint.count;
    case "properties-most":
      return object.size <= constraint.count;
    case "every-property":
      return every(object, ([name, member]) => {
        const meant = holds(constraint.name, name);
        if (meant === false) return true;
        const held = holds(constraint.holds, member);
        return meant === undefined && held !== true ? undefined : held;
      });
    case "some-property":
      return anyOf(object, ([name, member]) =>
        every([0, 1], (part) => (part === 0 ? holds(constraint.name, name) : holds(constraint.holds, member))),
      );
  }
}

function arrayHolds(constraint: ArrayConstraint, items: readonly Value[], holds: Holds): Truth {
  switch (constraint.is) {
    case "items-least":
      return items.length >= constraint.count;
    case "items-most":
      return items.length <= constraint.count;
    case "item": {
      const item = items[constraint.index];
      return item === undefined ? true : holds(constraint.holds, item);
    }
    case "every-item":
      return every(items.slice(constraint.index), (item) => holds(constraint.holds, item));
    case "some-item":
      return anyOf(items.slice(constraint.index), (item) => holds(constraint.holds, item));
    case "contains-least":
    case "contains-most": {
      const truths = items.map((item) => holds(constraint.holds, item));
      const least = truths.filter((truth) => truth === true).length;
      const most = truths.filter((truth) => truth !== false).length;
      const [low, high] =
        constraint.is === "contains-least"
          ? [least >= constraint.count, most >= constraint.count]
          : [most <= constraint.count, least <= constraint.count];
      return low === high ? low : undefined;
    }
    case "unique":
      return (new Set(items.map(valueKey)).size === items.length) !== constraint.not;
  }
}
