import { invalid, notFound } from "../refusal.ts";
import { type Call, ok, type Routes } from "../router.ts";
import type { Json } from "../shapes/common.ts";
import { time } from "../shapes/common.ts";
import type { Delivery } from "../state-work.ts";
import type { WebhookSender } from "../webhooks.ts";
import { callingApp } from "./apps.ts";

function showItem(delivery: Delivery): Json {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: time(delivery.deliveredAt),
    redelivery: delivery.redelivery,
    duration: delivery.duration,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

function named(call: Call): Delivery {
  const id = Number(call.params.delivery_id);
  const found = callingApp(call).deliveries.find((delivery) => delivery.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** Newest first, by cursor; a delivery still under way is not listed. */
function list(call: Call) {
  const wanted = call.query.get("status");
  const fits = ({ statusCode }: Delivery) =>
    statusCode !== 0 && (wanted === null || (statusCode < 400 ? "success" : "failure") === wanted);
  const all = callingApp(call).deliveries.filter(fits).reverse();
  const perPage = Math.min(Math.max(Number(call.query.get("per_page") ?? 30) || 30, 1), 100);
  const cursor = call.query.get("cursor");
  const start = cursor === null ? 0 : all.findIndex(({ id }) => `v1_${id}` === cursor);
  if (start < 0) throw invalid("Invalid cursor");
  const next = all[start + perPage];
  const answer = ok(all.slice(start, start + perPage).map(showItem));
  if (next === undefined) return answer;
  const url = new URL(call.url);
  url.searchParams.set("cursor", `v1_${next.id}`);
  return { ...answer, headers: { Link: `<${url.href}>; rel="next"` } };
}

export const deliveryRoutes = (sender: WebhookSender): Routes => ({
  "GET /app/hook/deliveries": list,
  "GET /app/hook/deliveries/{delivery_id}": (call) => {
    const delivery = named(call);
    return ok({
      ...showItem(delivery),
      request: { headers: delivery.requestHeaders, payload: delivery.payload },
      response: { headers: {}, payload: delivery.responseBody },
    });
  },
  "POST /app/hook/deliveries/{delivery_id}/attempts": (call) => {
    sender.redeliver(callingApp(call), named(call));
    return { status: 202, body: {} };
  },
});
