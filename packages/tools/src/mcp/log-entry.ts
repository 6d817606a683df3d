/** Something a server logs. */
export type LogEntry = { readonly level: string; readonly logger?: string; readonly data: unknown }
