// As much of JSON Schema as ask.schema.json uses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./module.mjs";

export const schema = JSON.parse(readFileSync(join(root, "web/ask.schema.json"), "utf8"));

/** What is wrong with a value; nothing if it fits. */
export function flaws(value, shape, place = "") {
  if (shape.$ref) {
    const steps = shape.$ref.replace("#/", "").split("/");
    return flaws(value, steps.reduce((part, step) => part[step], schema), place);
  }
  if (shape.oneOf) {
    const fitting = shape.oneOf.filter((each) => flaws(value, each, place).length === 0);
    return fitting.length > 0 ? [] : [`${place}: fits nothing of oneOf`];
  }
  if ("const" in shape) return value === shape.const ? [] : [`${place}: is no ${shape.const}`];
  if (shape.enum) return shape.enum.includes(value) ? [] : [`${place}: ${value} is not known`];
  const types = [shape.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => is(value, type))) {
    return [`${place}: is no ${types.join(" or ")}: ${JSON.stringify(value)?.slice(0, 80)}`];
  }
  const found = [];
  if (shape.pattern && !new RegExp(shape.pattern).test(value)) found.push(`${place}: ${value}`);
  if (Array.isArray(value) && shape.items) {
    value.forEach((item, index) => found.push(...flaws(item, shape.items, `${place}/${index}`)));
  }
  if (is(value, "object")) {
    for (const name of shape.required ?? []) {
      if (!(name in value)) found.push(`${place}: lacks ${name}`);
    }
    for (const [name, part] of Object.entries(value)) {
      const known = shape.properties?.[name] ?? shape.additionalProperties;
      if (known === false) found.push(`${place}: has ${name}`);
      else if (known) found.push(...flaws(part, known, `${place}/${name}`));
    }
  }
  return found;
}

function is(value, type) {
  switch (type) {
    case "null": return value === null;
    case "array": return Array.isArray(value);
    case "object": return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer": return Number.isInteger(value);
    default: return typeof value === type;
  }
}

/** What is wrong with the answer to a request of this name. */
export function answerFlaws(answer) {
  if (answer.error) return flaws(answer, schema.$defs.failure, "failure");
  const { ask, time_us: time, ...rest } = answer;
  const shape = schema.$defs.answers[ask];
  const named = Number.isInteger(time) ? [] : ["time_us is missing"];
  return [...named, ...(shape ? flaws(rest, shape, ask) : [`no answer is called ${ask}`])];
}
