// Reads the table of a release in both formats with DuckDB, and prints the numbers of rows of
// both, of rows that only one of them has, and of rows of level 9.
import { DuckDBInstance } from '@duckdb/node-api'

const connection = await (await DuckDBInstance.create(':memory:')).connect()
const [parquet, text] = process.argv.slice(2)
const rows = {
  parquet: `SELECT coalesce(columns(*)::VARCHAR, '') FROM '${parquet}'`,
  text: `SELECT coalesce(columns(*), '') FROM read_csv('${text}', all_varchar = true)`,
}
for (const query of [rows.parquet, rows.text, `(${rows.parquet}) EXCEPT (${rows.text})`, `(${rows.text}) EXCEPT (${rows.parquet})`,
  `SELECT 1 FROM '${parquet}' WHERE level = 9`]) {
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM (${query})`)
  console.log(String(counted.getRows()[0][0]))
}
