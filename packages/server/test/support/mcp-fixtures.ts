/** What the conformance suite of MCP calls by name on a server: contents of each kind, prompts and resources. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallToolResult,
  completable,
  fromJsonSchema,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpOptions } from '../../src/mcp/mcp-server.ts'
import { askingFixtures } from './mcp-asking-fixtures.ts'
import { audio, embedded, image, png, text } from './mcp-contents.ts'
import { inputFixtures } from './mcp-input-fixtures.ts'

const none = { description: 'A fixture.', inputSchema: z.object({}) }

const word = { type: 'string' }

/** Words of JSON Schema that a server must not lose on the way to the list. */
const everyKeyword = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: word, city: word } } },
  properties: {
    name: word,
    address: { $ref: '#/$defs/address' },
    contactMethod: { ...word, enum: ['phone', 'email'] },
    phone: word,
    email: word,
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema, in a value that nobody awaits.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** A client of 2026 says this argument in a header, too. */
const mirroredInHeader = { type: 'object', properties: { region: { ...word, 'x-mcp-header': 'Region' } } }

/** Between notifications, so that each is sent for itself. */
const pauseMs = 20

export const mcpFixtures: NonNullable<McpOptions['conformanceFixtures']> = (server, states) => {
  server.server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } })
  contents(server)
  schemas(server)
  notifying(server)
  prompts(server)
  resources(server)
  askingFixtures(server)
  inputFixtures(server, states)
}

function contents(server: McpServer): void {
  const mixed = embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}')
  const results: Readonly<Record<string, CallToolResult['content']>> = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [audio],
    test_embedded_resource: [
      embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [text('Multiple content types test:'), image, mixed],
  }
  for (const [name, content] of Object.entries(results)) server.registerTool(name, none, () => ({ content }))
  server.registerTool('test_error_handling', none, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

function schemas(server: McpServer): void {
  const inputs = { json_schema_2020_12_tool: everyKeyword, test_header_tool: mirroredInHeader }
  for (const [name, schema] of Object.entries(inputs)) {
    server.registerTool(name, { ...none, inputSchema: fromJsonSchema(schema) }, () => ({ content: [text('Fits.')] }))
  }
}

function notifying(server: McpServer): void {
  const log = async ({ mcpReq }: ServerContext) => {
    for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', said)
      await sleep(pauseMs)
    }
    return { content: [text('Logged.')] }
  }
  server.registerTool('test_tool_with_logging', none, (_, ctx) => log(ctx))
  server.registerTool('test_logging_tool', none, (_, ctx) => log(ctx))
  server.registerTool('test_tool_with_progress', none, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await sleep(pauseMs)
    }
    return { content: [text('Done.')] }
  })
}

function prompts(server: McpServer): void {
  const user = (...contents: readonly (ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>)[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })),
  })
  server.registerPrompt('test_simple_prompt', { description: 'A fixture.' }, () =>
    user(text('This is a simple prompt for testing.')),
  )
  const completed = (name: string) => completable(z.string(), (begun) => [`${begun}-${name}`])
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'A fixture.', argsSchema: z.object({ arg1: completed('one'), arg2: completed('two') }) },
    ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A fixture.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      user(
        embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'A fixture.' }, () =>
    user(image, text('Please analyze the image above.')),
  )
}

function resources(server: McpServer): void {
  const plain = { mimeType: 'text/plain' }
  const said = 'This is the content of the static text resource.'
  server.registerResource('static-text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, ...plain, text: said }],
  }))
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: png }],
  }))
  server.registerResource('watched', 'test://watched-resource', plain, ({ href: uri }) => ({
    contents: [{ uri, ...plain, text: 'Watched.' }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href: uri }, { id }) => ({
    contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${id}` }) }],
  }))
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}
