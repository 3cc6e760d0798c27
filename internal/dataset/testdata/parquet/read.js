// Prints the rows of a Parquet file, as a reader that shares nothing with the writer
// reads them: the names of the columns, then the values of a row a line. Nulls are
// empty, and numbers that are not whole numbers in the file have one decimal.
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const file = await asyncBufferFromFile(process.argv[2])
const { schema } = await parquetMetadataAsync(file)
const rows = await parquetReadObjects({ file, compressors })
const columns = schema.slice(1)
const text = (column, value) => value == null ? '' : column.type === 'DOUBLE' ? value.toFixed(1) : String(value)
console.log(columns.map(column => column.name).join(','))
for (const row of rows) console.log(columns.map(column => text(column, row[column.name])).join(','))
