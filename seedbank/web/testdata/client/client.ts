// A client whose types come from the description of the API. It asks the server at the address
// in its argument, prints the routes that it asked, and fails if an answer is wrong.
import createClient from "openapi-fetch";
import type { components, paths } from "./made/api";

type Schemas = components["schemas"];

declare const process: { argv: string[] };

const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......";

const api = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: process.argv[2] });

api.use({ onRequest: ({ request, schemaPath }) => console.log(request.method, schemaPath) });

/** What a request for lines needs: its body is text, and so is its answer. */
const asText = {
  parseAs: "text",
  headers: { "Content-Type": "text/plain" },
  bodySerializer: (body: unknown) => String(body),
} as const;

/** The data of an answer that is no problem. */
function told<T>(answer: { data?: T; error?: Schemas["Problem"] }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail);
  return answer.data;
}

/** The first of an answer of lines. */
function first<T>(lines: string): T {
  const line: T | Schemas["Failed"] = JSON.parse(lines.split("\n")[0]);
  if (line instanceof Object && "error" in line) throw new Error(line.error);
  return line as T;
}

function check(right: boolean, what: string): void {
  if (!right) throw new Error(`wrong: ${what}`);
}

const drawn = told(await api.GET("/api/v1/puzzles", { params: { query: { level: "4", n: 2, seed: 7 } } }));
const [one, two] = drawn.puzzles;
check(one.level === 4 && two.clues >= 17 && BigInt(drawn.count) > 2n, "two puzzles of level 4");
// @ts-expect-error A field that the description lacks is an error.
check(one.difficulty === undefined, "a field of a puzzle");

const same = told(await api.GET("/api/v1/puzzles/{id}", { params: { path: { id: one.id } } }));
check(same.puzzle === one.puzzle && same.solution === one.solution, "the puzzle of an ID");

const given: Schemas["Given"] = { not_in: [one.id] };
const others = told(await api.POST("/api/v1/puzzles", { params: { query: { level: "4", seed: 7 } }, body: given }));
check(others.puzzles.every((p) => p.seed !== one.seed) && others.next === undefined, "no puzzle that was given away");

const daily = told(await api.GET("/api/v1/daily", { params: { query: { date: "2026-11-21", level: "4" } } }));
check(daily.level === 4, "the puzzle of a day");
// @ts-expect-error A parameter that the description lacks is an error.
const wrong = (): unknown => api.GET("/api/v1/daily", { params: { query: { day: "2026-11-21" } } });

const counted = told(await api.GET("/api/v1/count", { params: { query: { level: "4" } } }));
check(counted.count === drawn.count, "the number of puzzles");

const levels = told(await api.GET("/api/v1/levels"));
check(levels.length === 9 && levels[3].er.low > levels[0].er.low, "the levels");

const techniques = told(await api.GET("/api/v1/techniques", { params: { query: { lang: "de" } } }));
check(techniques.some((t) => t.name === "x-wing" && t.seeds > 0 && t.lesson !== ""), "the techniques");

const practice = told(await api.GET("/api/v1/practice", { params: { query: { practice: ["x-wing"], seed: 1 } } }));
check(practice.tasks[0].round.steps[0].technique === "x-wing" && practice.seeds > 0, "a puzzle to practise");

const position: Schemas["Position"] = { puzzle, removed: ["r1c3<>1"] };
const hint = told(await api.POST("/api/v1/hint", { body: position }));
check(hint.puzzle === puzzle && hint.round.steps[0].explanation !== "", "a hint");

const rated = first<Schemas["Rated"]>(told(await api.POST("/api/v1/rate", { body: puzzle, ...asText })));
check(rated.er === 2.6 && rated.techniques["pointing"] > 0, "a rating");

const solved = first<Schemas["Solved"]>(told(await api.POST("/api/v1/solve", { body: puzzle, ...asText })));
check(solved.solutions === 1 && solved.solution?.length === 81, "a solution");

const refused = await api.GET("/api/v1/count", { params: { query: { level: "12" } } });
check(refused.error?.errors?.[0].field === "level", "a problem");
