// One process of the App for the other scripts here: its environment as JSON in REPLICA; its address goes to standard output.
import { startServer } from "../dist/app/server.js";

const offset = Number(process.env.REPLICA_CLOCK_OFFSET ?? 0);
const clock = () => new Date(Date.now() + offset);
const running = await startServer(JSON.parse(process.env.REPLICA), { unpaced: true, clock });
process.stdout.write(`${JSON.stringify({ url: running.url })}\n`);
process.once("SIGTERM", () => running.stop(25_000).then(() => process.exit(0)));
