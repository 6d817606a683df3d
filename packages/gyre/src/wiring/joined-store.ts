/** A store with another key-value table than its own. */
import type { KeyValue, Store } from '@gyre/core'

/** Field by field: a store may be an object of a class, whose methods no spread copies. */
export function withKeyValue(store: Store, keyValue: KeyValue): Store {
  return {
    sessions: store.sessions,
    journal: store.journal,
    interventions: store.interventions,
    payloads: store.payloads,
    keyValue,
    catalog: store.catalog,
    knowledge: store.knowledge,
    memories: store.memories,
    auditLog: store.auditLog,
    worker: store.worker,
    keys: store.keys,
    leaseMs: store.leaseMs,
    ...(store.relay && { relay: store.relay }),
    onChange: (listener) => store.onChange(listener),
    close: () => store.close(),
  }
}
