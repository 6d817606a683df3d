/** The clock of the server, in ms: that of a machine may be another. */
export const timeSql = '(extract(epoch FROM statement_timestamp()) * 1000)::bigint'
