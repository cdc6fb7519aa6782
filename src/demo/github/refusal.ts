/** An answer other than success, in GitHub's shape; thrown by whatever finds the reason. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.body = { message, documentation_url: "https://docs.github.com/rest", status: String(status), ...more };
    this.headers = headers;
  }
}

export const notFound = () => new Refusal(404, "Not Found");
export const forbidden = (message = "Resource not accessible by integration") => new Refusal(403, message);
export const badCredentials = () => new Refusal(401, "Bad credentials");

/** 422 in the plain form: a message that carries the reason. */
export const invalid = (message: string) => new Refusal(422, message);

/** 422 in the form with an error list. */
export const validationFailed = (resource: string, field: string, code: string, message?: string) =>
  new Refusal(422, "Validation Failed", { errors: [{ resource, field, code, ...(message && { message }) }] });
