/** What speaks to PostgreSQL, which only those who have one install. */
import { loadPackages } from '@gyre/core'

const loaded = await loadPackages('PostgreSQL', ['pg', 'pg-boss'], () => Promise.all([import('pg'), import('pg-boss')]))

/** Connections and pools of them. */
export const pg = loaded[0].default
/** The class of the queues. */
export const Queues = loaded[1].PgBoss
