import { createHmac } from "node:crypto";

/** Where the operator wants to be told of what nobody answered: an address and a secret that no repository names. */
export interface Channel {
  readonly url: string;
  /** Signs what is sent. */
  readonly secret: string;
}

/** What a channel is told: of one pull request, without names that fewer people may know than see it. */
export interface Notice {
  /** The same for the same occasion, however often it is sent. */
  readonly id: string;
  readonly kind: "escalation";
  /** `acme/orders`. */
  readonly repository: string;
  readonly number: number;
  readonly url: string;
  readonly waiting: readonly {
    readonly contract: string;
    readonly consumers: readonly string[];
    readonly owners: readonly string[];
    /** Where their domains are reached besides, as descriptors say it. */
    readonly contacts?: readonly string[];
  }[];
  /** The same in one sentence, for channels that show a `text`. */
  readonly text: string;
}

/** A channel did not take a notice, in words that hold no part of its address. */
export class ChannelError extends Error {}

/** Milliseconds a channel has to answer. */
const patienceMs = 10_000;

/** Sends a notice, signed, to the operator's address and to no other: it is not redirected. @throws ChannelError */
export async function tellChannel({ url, secret }: Channel, notice: Notice): Promise<void> {
  const body = JSON.stringify({ version: 1, ...notice });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  let status: number;
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        "content-type": "application/json",
        "user-agent": "contract-review",
        "x-contract-review-id": notice.id,
        "x-contract-review-signature-256": `sha256=${signature}`,
      },
      body,
    });
    ({ status } = answer);
    await answer.body?.cancel();
  } catch (error) {
    throw new ChannelError(
      (error as Error).name === "TimeoutError" ? "it did not answer in time" : "it cannot be reached",
    );
  }
  if (status >= 300 && status < 400) throw new ChannelError(`it answered ${status}, and redirects are not followed`);
  if (status < 200 || status >= 300) throw new ChannelError(`it answered ${status}`);
}
