// Prints the rows of a Parquet file, as a reader that shares nothing with the writer
// reads them: the names of the columns, then an array of values a line.
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const file = await asyncBufferFromFile(process.argv[2])
const rows = await parquetReadObjects({ file, compressors })
const columns = Object.keys(rows[0])
for (const line of [columns, ...rows.map(row => columns.map(name => String(row[name])))]) console.log(line.join(','))
