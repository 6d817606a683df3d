/** What the conformance suites need of a test runner: a few functions of vitest, or of one that looks like it. */
import type { KeyValue, Store } from '../../ports/store.ts'

type Matchers = {
  toBe(expected: unknown): void
  toEqual(expected: unknown): void
  toMatchObject(expected: object): void
  toBeUndefined(): void
  toBeDefined(): void
  toHaveLength(length: number): void
  toBeGreaterThan(than: number): void
  toContain(item: unknown): void
}

/** The part of `expect` that the suites use. */
export type Expect = (actual: unknown) => Matchers & {
  readonly not: Pick<Matchers, 'toBe' | 'toEqual'>
  readonly rejects: { toMatchObject(expected: object): Promise<void>; toThrow(message: RegExp): Promise<void> }
}

/** What a suite is run with: `{ describe, it, expect }` of vitest will do. */
export type TestRunner = {
  readonly describe: (title: string, body: () => void) => void
  readonly it: (title: string, body: () => Promise<void>, timeoutMs?: number) => void
  readonly expect: Expect
}

/** A new, empty store for one test. */
export type OpenStore = {
  readonly store: Store
  /** Opens what the store kept again, as another process would after the first one is gone. Left out by stores that keep nothing. */
  reopen?(): Promise<Store>
  /** Ends the store, and those reopened, and removes what they kept. */
  close(): Promise<void>
}

export type Suite = {
  readonly expect: Expect
  /** A test with a store of its own. */
  test(title: string, body: (store: Store, opened: OpenStore) => Promise<void>): void
}

/** A new, empty key-value table for one test. */
export type OpenKeyValue = {
  readonly keyValue: KeyValue
  /** Ends it, and removes what it kept. */
  close(): Promise<void>
}

/** The tests that need the key-value port alone. */
export type KeyValueSuite = {
  readonly expect: Expect
  test(title: string, body: (opened: Pick<OpenKeyValue, 'keyValue'>) => Promise<void>): void
}
