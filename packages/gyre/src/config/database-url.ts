/** The address of a PostgreSQL database. It may hold a password: what was written is never told. */
import { z } from 'zod'

const form = 'the address of a PostgreSQL database is like postgres://USER:PASSWORD@HOST:5432/DATABASE'
/** What such passwords are made of: many of these stand for something else in an address. */
const hint = 'write signs such as @ / ? # % in a password as %40 %2F %3F %23 %25'
/** An `@` behind the host, or a `#`: a sign of the password was taken for the end of it, and the rest for the host. */
const split = /^[^:]*:\/\/[^/?#]*(?:[/?][^@#]*[@#]|#)/
const looseSign = /%(?![0-9a-f]{2})/i

export const databaseUrl = z
  .string(form)
  .regex(/^postgres(?:ql)?:\/\/\S+$/, { error: form, abort: true })
  .refine((text) => URL.canParse(text) && !split.test(text) && !looseSign.test(text), `${form}; ${hint}`)

/** The server and its database, for people: without the password, and whatever else stands behind. */
export function shownDatabase(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url)
  return `postgres://${username && `${username}@`}${host || (searchParams.get('host') ?? 'localhost')}${pathname}`
}

/** Whether it is meant as such an address, rather than as the path of a file. */
export function isDatabaseUrl(text: unknown): text is string {
  return typeof text === 'string' && /^postgres(?:ql)?:\/\//i.test(text)
}
