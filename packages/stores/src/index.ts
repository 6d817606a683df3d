/** Where Gyre keeps sessions. */
export type { Passphrases } from './audit-key.ts'
export { type MemoryStoreOptions, memoryStore } from './memory/store.ts'
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from './sqlite/store.ts'
