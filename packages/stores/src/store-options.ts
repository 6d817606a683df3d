/** What a store is opened with, checked before anything is made. */
import { GyreError } from '@gyre/core'

export type Rule = {
  readonly fits: (value: unknown) => boolean
  readonly says: string
  /** A value that does not fit is told back. Not so where it may hold a secret. */
  readonly isTold?: true
}

export const path: Rule = {
  fits: (value) => typeof value === 'string' && value.trim() !== '',
  says: 'the path of a file',
}

/** With no `@` behind the host, and no `#`: else a sign of the password was taken for its end, and would be told as the host. */
const address = /^postgres(?:ql)?:\/\/(?=.)[^/?#]*(?:[/?][^@#]*)?$/
const looseSign = /%(?![0-9a-f]{2})/i

export const url: Rule = {
  fits: (value) => typeof value === 'string' && address.test(value) && !looseSign.test(value),
  says: 'the address of a PostgreSQL database, postgres://USER:PASSWORD@HOST:PORT/DATABASE, with @ / ? # % in a password written as %40 %2F %3F %23 %25',
}

export const passphrases: Rule = {
  fits: (value) => {
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
    return texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
  },
  says: 'a passphrase or a list of them, none of them empty',
}

export const aboveZero: Rule = {
  fits: (value) => typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY,
  says: 'a number above 0',
  isTold: true,
}

export const text: Rule = { fits: (value) => typeof value === 'string', says: 'a text' }

export const name: Rule = { fits: (value) => typeof value === 'string' && value !== '', says: 'a name' }

/** Names of channels and of the queue's schema are made of it: those are folded by some statements, and cut when long. */
export const schemaName: Rule = {
  fits: (value) => typeof value === 'string' && /^[a-z_][a-z0-9_]{0,39}$/.test(value) && !value.startsWith('pg_'),
  says: 'a name of lower-case letters, digits and `_`, at most 40, that begins neither with a digit nor with `pg_`',
  isTold: true,
}

export function oneOf(...values: readonly string[]): Rule {
  const says = values.map((each) => `'${each}'`).join(' or ')
  return { fits: (value) => values.includes(value as string), says, isTold: true }
}

/** What is left out, or undefined, has a default. A field that is not known is a mistake in writing. */
export function checkOptions<Options extends object>(
  given: Options,
  rules: Readonly<Record<keyof Options & string, Rule>>,
): void {
  for (const [field, value] of Object.entries(given)) {
    const rule = (rules as Readonly<Record<string, Rule>>)[field]
    if (rule === undefined) {
      const known = Object.keys(rules).join('`, `')
      throw new GyreError('config-invalid', `A store has no option \`${field}\`; it has \`${known}\`.`, { field })
    }
    if (value !== undefined) checkField(field, value, rule)
  }
}

export function checkField(field: string, value: unknown, { fits, says, isTold }: Rule): void {
  if (fits(value)) return
  const given = isTold ? `, not ${typeof value === 'number' ? value : JSON.stringify(value)}` : ''
  throw new GyreError('config-invalid', `\`${field}\` must be ${says}${given}.`, { field })
}
