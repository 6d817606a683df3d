/** The shape of what a config says of tools. */
import { z } from 'zod'
import { ofType, variableName } from '../schema-parts.ts'
import { searchProviders, type ToolboxesConfig } from './tools-config.ts'

const path = z.string().min(1)

// An address may hold a password: what was written is never told.
const addressForm = 'the address of a search server is a text that begins with http:// or https://'

const search = z.strictObject({
  provider: z.enum(searchProviders),
  url: z
    .string(addressForm)
    .regex(/^https?:\/\/\S+$/, addressForm)
    .optional(),
  apiKeyEnv: variableName.optional(),
  file: path.optional(),
})

const host = z
  .string()
  .regex(/^[^\s/@]+$/, 'expected a host, or a host and its port, such as search.example or 10.0.0.5:8080')

/** Whoever wants to ask a host less often than once a minute does not want to read it. */
const longestHostDelayMs = 60_000

const web = z.strictObject({
  search: z.union([z.literal(false), search]).optional(),
  allowLoopback: z.boolean().optional(),
  allowHosts: z.array(host).optional(),
  robots: z.boolean().optional(),
  hostDelayMs: z.int().min(0).max(longestHostDelayMs).optional(),
})

const calendar = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'expected an IANA time zone, such as Europe/Berlin').optional(),
  country: z.string().refine(isCountry, 'expected the code of a country, such as DE').optional(),
})

const program = z.union([
  path,
  z.strictObject({ name: path, args: z.array(path).optional(), anyArgs: z.boolean().optional() }),
])

const fileName = z.string().regex(/^[^/\\]+$/, 'expected the name of a file, such as AGENTS.md')

const agentsMd = z.strictObject({ file: fileName.optional(), sections: z.array(path).optional() })

const toolboxShape = {
  math: z.boolean().optional(),
  calendar: z.union([z.boolean(), calendar]).optional(),
  web: z.union([z.boolean(), web]).optional(),
  hotel: z.boolean().optional(),
  files: z
    .strictObject({ root: path, write: z.boolean().optional() }, ofType('files are given as { root, write }'))
    .optional(),
  shell: z
    .strictObject(
      { programs: z.array(program).min(1, 'expected the programs that may run, at least one'), cwd: path.optional() },
      ofType('the shell is given as { programs, cwd }'),
    )
    .optional(),
  skills: z.union([path, z.array(path)]).optional(),
  knowledge: z.union([z.boolean(), z.strictObject({ demo: z.boolean().optional() })]).optional(),
  memory: z.boolean().optional(),
  agentsMd: z.union([z.boolean(), agentsMd]).optional(),
} satisfies Readonly<Record<keyof ToolboxesConfig, z.ZodType>>

export const toolboxesSchema = z.strictObject(toolboxShape)

export const permissionsSchema = z.strictObject({ deny: z.array(z.string().min(1)).optional() })

/** Codes that stand for several countries, for none, or for tests. */
const noCountry: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** A code that is in use: one of a country that is no more stands for another one since. */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountry.has(code)) return false
  const isCurrent = new Intl.Locale(`und-${code}`).region === code
  return isCurrent && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
