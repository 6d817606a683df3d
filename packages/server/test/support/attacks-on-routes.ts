/** Attacks by who is let in, on what is not theirs to do or to see. */
import type { Attack } from './attack.ts'

const chat = { model: 'cot', messages: [{ role: 'user', content: 'Hello' }] }
const agui = { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'Hello' }] }
const ui = { id: 'c', model: 'cot', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] }
const goal = { goal: 'Hello', loop: 'cot' }
const steer = { action: 'steer', body: { text: 'Hello' } }

const session = '/api/v1/sessions/{session}'

const unknown = { status: 401, code: 'unauthenticated' } as const

export const keylessAttacks: readonly Attack[] = [
  { name: 'a look at who I am', path: '/api/v1/me', ...unknown },
  { name: 'the list of sessions', path: '/api/v1/sessions', ...unknown },
  { name: 'a session', path: session, ...unknown },
  { name: 'the events of a session', path: `${session}/events`, ...unknown },
  { name: 'who watches a session', path: `${session}/watchers`, ...unknown },
  { name: 'the export of a session', path: `${session}/audit.jsonl`, ...unknown },
  { name: 'a new session', path: '/api/v1/sessions', json: goal, ...unknown },
  { name: 'an intervention', path: `${session}/interventions`, json: steer, ...unknown },
  { name: 'the list of keys', path: '/api/v1/keys', ...unknown },
  { name: 'a new key', path: '/api/v1/keys', json: { name: 'x', role: 'admin' }, ...unknown },
  { name: 'the end of a key', method: 'DELETE', path: '/api/v1/keys/{keyId}', ...unknown },
  { name: 'a login link', method: 'POST', path: '/api/v1/login-links', ...unknown },
  { name: 'a setting', method: 'PUT', path: '/api/v1/settings/default_loop', json: { value: 'cot' }, ...unknown },
  { name: 'the audit log', path: '/api/v1/audit', ...unknown },
  { name: 'a path of the API that is not there', path: '/api/v1/nothing', ...unknown },
  { name: 'a run of AG-UI', path: '/agui/cot', json: agui, ...unknown },
  { name: 'a chat of the AI SDK', path: '/ui/chat', json: ui, ...unknown },
  { name: 'a message of MCP', path: '/mcp', json: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, ...unknown },
  {
    name: 'an embedding',
    path: '/v1/embeddings',
    json: { model: 'x', input: 'y' },
    status: 401,
    code: 'invalid_api_key',
  },
  {
    name: 'a response',
    path: '/v1/responses',
    json: { model: 'cot', input: 'x' },
    status: 401,
    code: 'invalid_api_key',
  },
]

const forbidden = { status: 403, code: 'forbidden' } as const
const asViewer = { as: 'viewer', ...forbidden } as const
const asUser = { as: 'user', ...forbidden } as const

export const roleAttacks: readonly Attack[] = [
  { name: 'a viewer begins a session', path: '/api/v1/sessions', json: goal, ...asViewer },
  { name: 'a viewer chats', as: 'viewer', path: '/v1/chat/completions', json: chat, status: 403, code: 'not_allowed' },
  {
    name: 'a viewer asks for a response',
    as: 'viewer',
    path: '/v1/responses',
    json: { model: 'cot', input: 'x' },
    status: 403,
    code: 'not_allowed',
  },
  { name: 'a viewer begins a run of AG-UI', path: '/agui/cot', json: agui, ...asViewer },
  { name: 'a viewer begins a chat of the AI SDK', path: '/ui/chat', json: ui, ...asViewer },
  { name: 'a viewer steers', path: `${session}/interventions`, json: steer, ...asViewer },
  { name: 'a viewer resumes', method: 'POST', path: `${session}/resume`, ...asViewer },
  { name: 'a viewer forks', path: `${session}/forks`, json: { at: 1 }, ...asViewer },
  { name: 'a viewer remembers', path: '/api/v1/memory', json: { text: 'x' }, ...asViewer },
  { name: 'a viewer forgets', method: 'DELETE', path: '/api/v1/memory/x', ...asViewer },
  {
    name: 'a viewer adds a document',
    path: '/api/v1/knowledge/documents',
    json: { source: 'a', text: 'b' },
    ...asViewer,
  },
  { name: 'a viewer removes a document', method: 'DELETE', path: '/api/v1/knowledge/documents/x', ...asViewer },
  { name: 'a user lists keys', path: '/api/v1/keys', ...asUser },
  { name: 'a user makes a key', path: '/api/v1/keys', json: { name: 'x', role: 'admin' }, ...asUser },
  { name: 'a user revokes a key', method: 'DELETE', path: '/api/v1/keys/{keyId}', ...asUser },
  { name: 'a user makes a login link', method: 'POST', path: '/api/v1/login-links', ...asUser },
  {
    name: 'a user sets a setting',
    method: 'PUT',
    path: '/api/v1/settings/default_loop',
    json: { value: 'cot' },
    ...asUser,
  },
  { name: 'a user unsets a setting', method: 'DELETE', path: '/api/v1/settings/default_loop', ...asUser },
  {
    name: 'a user saves a persona',
    method: 'PUT',
    path: '/api/v1/personas/x',
    json: { name: 'x', loop: 'cot' },
    ...asUser,
  },
  { name: 'a user removes a persona', method: 'DELETE', path: '/api/v1/personas/x', ...asUser },
  { name: 'a user changes a prompt', method: 'PUT', path: '/api/v1/prompts/x', json: { text: 'x' }, ...asUser },
  {
    name: 'a user rolls a setting back',
    path: '/api/v1/settings/default_loop/rollback',
    json: { version: 1 },
    ...asUser,
  },
  { name: 'a user reads the audit log', path: '/api/v1/audit', ...asUser },
  { name: 'a user exports the audit log', path: '/api/v1/audit.jsonl', ...asUser },
  { name: 'a user resets a breaker', method: 'POST', path: '/api/v1/tools/x/breaker/reset', ...asUser },
  { name: 'a user starts an MCP server', method: 'POST', path: '/api/v1/mcp-servers/x/test', ...asUser },
  { name: 'a user claims to be an administrator', path: '/api/v1/keys', lines: ['X-Gyre-Role: admin'], ...asUser },
]

const hidden = { as: 'scoped', status: 404, code: 'persona-unknown' } as const

const hiddenLoop = { as: 'scoped', status: 404, code: 'loop-unknown' } as const
const hiddenPrompt = { as: 'scopedAdmin', status: 404, code: 'prompt-unknown' } as const

export const scopeAttacks: readonly Attack[] = [
  { name: 'another loop', path: '/api/v1/sessions', json: { goal: 'Hello', loop: 'react' }, ...hiddenLoop },
  { name: 'the default loop', path: '/api/v1/sessions', json: { goal: 'Hello' }, ...hidden },
  { name: 'another loop as a persona', path: '/api/v1/sessions', json: { goal: 'Hello', persona: 'react' }, ...hidden },
  {
    name: 'another loop in a chat',
    path: '/v1/chat/completions',
    json: { ...chat, model: 'react' },
    as: 'scoped',
    status: 404,
    code: 'model_not_found',
  },
  { name: 'a look at another loop', path: '/v1/models/react', as: 'scoped', status: 404, code: 'model_not_found' },
  {
    name: 'another loop inside of one',
    path: '/api/v1/sessions',
    json: { goal: 'Hello', loop: 'cot', config: { step: [{ loop: 'react', config: {} }] } },
    ...hiddenLoop,
  },
  {
    name: 'another loop inside of a fork',
    path: `${session}/forks`,
    json: { at: 1, config: { step: { loop: 'react' } } },
    ...hiddenLoop,
  },
  { name: 'the settings of another loop', path: '/api/v1/loops/react', ...hiddenLoop },
  { name: 'a prompt of another loop', path: '/api/v1/prompts/react.system', ...hiddenPrompt },
  { name: 'the versions of a prompt of another loop', path: '/api/v1/prompts/react.system/versions', ...hiddenPrompt },
  { name: 'a comparison of a prompt of another loop', path: '/api/v1/prompts/react.system/diff', ...hiddenPrompt },
  {
    name: 'other words for a prompt of another loop',
    method: 'PUT',
    path: '/api/v1/prompts/react.system',
    json: { text: 'Be rude.' },
    ...hiddenPrompt,
  },
  {
    name: 'earlier words for a prompt of another loop',
    path: '/api/v1/prompts/react.system/rollback',
    json: {},
    ...hiddenPrompt,
  },
  {
    name: 'another persona',
    method: 'PUT',
    path: '/api/v1/personas/careful',
    json: { loop: 'cot' },
    ...hidden,
    as: 'scopedAdmin',
  },
  {
    name: 'a setting of all',
    method: 'PUT',
    path: '/api/v1/settings/default_loop',
    json: { value: 'cot' },
    as: 'scopedAdmin',
    ...forbidden,
  },
  { name: 'another loop by AG-UI', path: '/agui/react', json: agui, ...hidden },
  { name: 'another loop by the AI SDK', path: '/ui/chat', json: { ...ui, model: 'react' }, ...hidden },
]

const absent = { as: 'stranger', status: 404, code: 'session-unknown' } as const

export const strangerAttacks: readonly Attack[] = [
  { name: 'reads a session', path: session, ...absent },
  { name: 'reads its events', path: `${session}/events`, ...absent },
  { name: 'sees who watches it', path: `${session}/watchers`, ...absent },
  { name: 'reads its events as lines', path: `${session}/events.jsonl`, ...absent },
  { name: 'exports it', path: `${session}/audit.jsonl`, ...absent },
  { name: 'reads a prompt of it', path: `${session}/steps/1/prompt`, ...absent },
  { name: 'verifies it', path: `${session}/verify`, ...absent },
  { name: 'replays it', method: 'POST', path: `${session}/replay`, ...absent },
  { name: 'reads its deliveries', path: `${session}/deliveries`, ...absent },
  { name: 'reads its interventions', path: `${session}/interventions`, ...absent },
  { name: 'steers it', path: `${session}/interventions`, json: steer, ...absent },
  {
    name: 'changes an intervention',
    method: 'PATCH',
    path: `${session}/interventions/x`,
    json: { body: {} },
    ...absent,
  },
  { name: 'withdraws an intervention', method: 'DELETE', path: `${session}/interventions/x`, ...absent },
  { name: 'resumes it', method: 'POST', path: `${session}/resume`, ...absent },
  { name: 'forks it', path: `${session}/forks`, json: { at: 1 }, ...absent },
  { name: 'reads its forks', path: `${session}/forks`, ...absent },
  { name: 'reads its thread', path: '/api/v1/threads/{session}', as: 'stranger', status: 404, code: 'thread-unknown' },
  {
    name: 'steers it in a chat',
    path: '/v1/chat/completions',
    json: { ...chat, gyre: { session: '{session}' } },
    as: 'stranger',
    status: 404,
    code: 'session_not_found',
  },
  { name: 'reads it as a response', path: '/v1/responses/resp_{session}', as: 'stranger', status: 404 },
  {
    name: 'cancels it as a response',
    method: 'POST',
    path: '/v1/responses/resp_{session}/cancel',
    as: 'stranger',
    status: 404,
  },
  { name: 'lists the keys of the server', path: '/api/v1/keys', as: 'stranger', ...forbidden },
  {
    name: 'makes a key of another owner',
    path: '/api/v1/keys',
    json: { name: 'x', owner: 'local', role: 'admin' },
    as: 'stranger',
    ...forbidden,
  },
  {
    name: 'revokes a key of another owner',
    method: 'DELETE',
    path: '/api/v1/keys/{keyId}',
    as: 'stranger',
    ...forbidden,
  },
  {
    name: 'makes a link that logs in as another owner',
    method: 'POST',
    path: '/api/v1/login-links',
    as: 'stranger',
    ...forbidden,
  },
]

const csrf = { as: 'browser', status: 403, code: 'csrf-refused' } as const

export const apiAttacks: readonly Attack[] = [
  { name: 'a key made by a page elsewhere', path: '/api/v1/keys', json: { name: 'x', role: 'admin' }, ...csrf },
  {
    name: 'a setting changed by a page elsewhere',
    method: 'PUT',
    path: '/api/v1/settings/default_loop',
    json: { value: 'cot' },
    ...csrf,
  },
  { name: 'a session begun by a page elsewhere', path: '/api/v1/sessions', json: goal, ...csrf },
  { name: 'a run begun by a page elsewhere', path: '/agui/cot', json: agui, ...csrf },
  {
    name: 'a tool called by a page elsewhere',
    path: '/mcp',
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    ...csrf,
  },
  { name: 'a climb from sessions to keys', as: 'user', path: '/api/v1/sessions/../keys', ...forbidden },
  {
    name: 'an encoded climb from sessions to keys',
    as: 'admin',
    path: '/api/v1/sessions/..%2fkeys',
    status: 404,
    code: 'session-unknown',
  },
  {
    name: 'an encoded slash in an id',
    as: 'admin',
    path: '/api/v1/sessions/{session}%2fevents',
    status: 404,
    code: 'session-unknown',
  },
  {
    name: 'a method that claims to be another',
    as: 'admin',
    method: 'POST',
    path: session,
    lines: ['X-HTTP-Method-Override: DELETE'],
    status: 405,
    code: 'method-refused',
  },
  {
    name: 'a prototype in a setting',
    as: 'admin',
    method: 'PUT',
    path: '/api/v1/settings/default_loop',
    body: '{"value":{"__proto__":{}}}',
    lines: ['Content-Type: application/json'],
    status: 400,
    code: 'request-invalid',
  },
  {
    name: 'a setting called by a prototype',
    as: 'admin',
    method: 'PUT',
    path: '/api/v1/settings/__proto__',
    json: { value: 1 },
    status: 404,
    code: 'setting-unknown',
  },
  {
    name: 'a setting called by a constructor',
    as: 'admin',
    path: '/api/v1/settings/constructor',
    status: 404,
    code: 'setting-unknown',
  },
  {
    name: 'an action called by a prototype',
    as: 'admin',
    path: `${session}/interventions`,
    json: { action: '__proto__' },
    status: 400,
    code: 'request-invalid',
  },
  {
    name: 'an owner that climbs',
    as: 'admin',
    path: '/api/v1/keys',
    json: { name: 'x', owner: '../local' },
    status: 400,
    code: 'request-invalid',
  },
  {
    name: 'a key that has expired already',
    as: 'admin',
    path: '/api/v1/keys',
    json: { name: 'x', expiresAt: '2020-01-01T00:00:00Z' },
    status: 400,
    code: 'request-invalid',
  },
  {
    name: 'a key with a hash of the caller',
    as: 'admin',
    path: '/api/v1/keys',
    json: { name: 'x', hash: 'y' },
    status: 400,
    code: 'request-invalid',
  },
  {
    name: 'a budget below nothing',
    as: 'admin',
    path: '/api/v1/sessions',
    json: { ...goal, budget: { tokens: -1 } },
    status: 400,
    code: 'request-invalid',
  },
]
