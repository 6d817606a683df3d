/** The OpenAPI document of the native API, made of the schemas its requests are checked by. */
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { AppEnv } from '../../http/app-env.ts'

export type Document = ReturnType<OpenAPIHono<AppEnv>['getOpenAPI31Document']>

const description = `Sessions of agentic loops: started, watched, steered, forked, audited.

Errors are \`{ error: { code, message, fix, details? } }\`; the code is the contract. Lists are in pages: ask for the
next one with \`before\`, the \`next\` of the page before. A caller sees the rows of its owner alone: what is another's is
answered as if it were not there.`

const tags = [
  { name: 'sessions', description: 'Runs of a loop: started, watched, resumed.' },
  { name: 'interventions', description: 'What people do to a session.' },
  { name: 'forks', description: 'A new session over the first steps of another.' },
  { name: 'records', description: 'What a session left behind, and the proof of it.' },
  { name: 'threads', description: 'Conversations.' },
  { name: 'loops', description: 'Strategies.' },
  { name: 'personas', description: 'A loop with settings, models, tools and words, under a name.' },
  { name: 'prompts', description: 'The words of the loops.' },
  { name: 'settings', description: 'How this place is set up.' },
  { name: 'models', description: 'Who answers: which models there are, and whether they do.' },
  { name: 'tools', description: 'What loops can do.' },
  { name: 'knowledge', description: 'Documents loops can search.' },
  { name: 'memory', description: 'What past sessions learned.' },
  { name: 'lab', description: 'What `gyre lab` and `gyre eval` came to.' },
  { name: 'administration', description: 'Keys, usage, the audit log.' },
  { name: 'server', description: 'The server itself.' },
]

type Routes = Pick<OpenAPIHono<AppEnv>, 'getOpenAPI31Document'>

/** `prefix` is the path that the server is under. */
export function documentOf(routes: Routes, version: string, prefix = ''): Document {
  const document = routes.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Gyre', version, description, license: { name: 'MIT', identifier: 'MIT' } as { name: string } },
    servers: [{ url: `${prefix}/api/v1` }],
    security: [{ key: [] }, { browser: [] }],
    tags,
  })
  const securitySchemes = {
    key: { type: 'http' as const, scheme: 'bearer', description: 'A key: `gyre keys add NAME` makes one.' },
    browser: {
      type: 'apiKey' as const,
      in: 'cookie' as const,
      name: 'gyre_session_4111',
      description:
        'A browser that is logged in; the name ends with the port of the server. With every change it sends the header `x-gyre-csrf`.',
    },
  }
  return { ...document, components: { ...document.components, securitySchemes } }
}
