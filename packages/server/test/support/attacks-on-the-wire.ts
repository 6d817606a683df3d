/** Attacks on how requests are written: paths, heads, framing, bodies. */
import { gzipSync } from 'node:zlib'
import type { Attack } from './attack.ts'

const chat = { model: 'cot', messages: [{ role: 'user', content: 'Hello' }] }

const notThere = { as: 'admin', status: 404 } as const

export const pathAttacks: readonly Attack[] = [
  { name: 'a path that climbs', path: '/v1/../../etc/passwd', ...notThere },
  { name: 'a path that climbs, encoded', path: '/v1/%2e%2e/%2e%2e/etc/passwd', ...notThere },
  { name: 'a path that climbs by encoded slashes', path: '/v1/models/..%2f..%2fetc%2fpasswd', ...notThere },
  { name: 'a path that climbs, encoded twice', path: '/v1/models/%252e%252e%252fpasswd', ...notThere },
  {
    name: 'a path that climbs by backslashes',
    path: '/v1/..\\..\\windows',
    as: 'admin',
    status: 400,
    code: 'request-invalid',
  },
  { name: 'a path that climbs by encoded backslashes', path: '/v1/models/..%5c..%5cwindows', ...notThere },
  { name: 'an end of text in a path', path: '/v1/models/cot%00', ...notThere },
  { name: 'a path that cannot be decoded', path: '/v1/models/%zz', ...notThere },
  { name: 'a path that cannot be decoded as UTF-8', path: '/v1/models/%ff', ...notThere },
  { name: 'a parameter in a path', path: '/v1/models;admin=true', ...notThere },
  { name: 'a host in a path', path: '//evil.com/v1', ...notThere },
  { name: 'an end of line in a path', path: '/v1/models/a%0d%0aSet-Cookie:%20a=b', ...notThere },
  { name: 'a path without a slash', path: 'v1/models', as: 'admin', status: 400 },
  { name: 'everything at once', path: '*', method: 'OPTIONS', as: 'admin', status: 400 },
  { name: 'a climb past the check', path: '/login/../v1/models', status: 401, code: 'invalid_api_key' },
  { name: 'an encoded prefix', path: '/%761/models', status: 401 },
]

const broken = { as: 'admin', status: 400 } as const
const framed = { ...broken, method: 'POST', path: '/v1/chat/completions' } as const

export const wireAttacks: readonly Attack[] = [
  { name: 'a bare end of line in a header', lines: ['X-A: b\rX-Injected: 1'], ...broken },
  { name: 'an end of text in a header', lines: ['X-A: b\u0000'], ...broken },
  { name: 'a space in the name of a header', lines: ['X A: b'], ...broken },
  { name: 'a space before the colon', lines: ['Content-Length : 5'], ...broken },
  { name: 'a header without a name', lines: [': b'], ...broken },
  { name: 'a line that is no header', lines: ['nothing'], ...broken },
  { name: 'a huge header', lines: [`X-A: ${'a'.repeat(20_000)}`], as: 'admin', status: 431 },
  {
    name: 'very many headers',
    lines: Array.from({ length: 3000 }, (_, at) => `X-${at}: ab`),
    as: 'admin',
    status: 431,
  },
  { name: 'a huge address', path: `/v1/${'a'.repeat(20_000)}`, as: 'admin', status: 431 },
  { name: 'two framings', lines: ['Content-Length: 5', 'Transfer-Encoding: chunked'], body: '0\r\n\r\n', ...framed },
  {
    name: 'two framings the other way round',
    lines: ['Transfer-Encoding: chunked', 'Content-Length: 5'],
    body: '0\r\n\r\n',
    ...framed,
  },
  { name: 'two lengths', lines: ['Content-Length: 5', 'Content-Length: 6'], body: '{}    ', ...framed },
  { name: 'two lengths in one line', lines: ['Content-Length: 5, 6'], body: '{}    ', ...framed },
  { name: 'a negative length', lines: ['Content-Length: -1'], ...framed },
  { name: 'a length with a sign', lines: ['Content-Length: +2'], body: '{}', ...framed },
  { name: 'a length in another base', lines: ['Content-Length: 0x2'], body: '{}', ...framed },
  { name: 'an unknown framing', lines: ['Transfer-Encoding: xchunked'], body: '0\r\n\r\n', ...framed },
  { name: 'a framing under another', lines: ['Transfer-Encoding: chunked, identity'], body: '0\r\n\r\n', ...framed },
  { name: 'a method nobody knows', method: 'HACK', ...broken },
  { name: 'a method in small letters', method: 'get', ...broken },
  { name: 'a version nobody speaks', version: '9.9', ...broken },
  { name: 'the echo of a request', method: 'TRACE', as: 'admin', status: 404 },
  { name: 'a head that is none', path: ' ', method: '\u0016\u0003\u0001', ...broken },
]

const refused = { as: 'admin', path: '/v1/chat/completions', status: 400, code: 'invalid_value' } as const
const json = 'Content-Type: application/json'
const nested = '['.repeat(65) + ']'.repeat(65)

export const bodyAttacks: readonly Attack[] = [
  {
    name: 'a body that is too large',
    ...refused,
    lines: [json],
    body: ' '.repeat(70_000),
    status: 413,
    code: 'body_too_large',
  },
  {
    name: 'a body that says that it is too large',
    ...refused,
    lines: [json, 'Content-Length: 99999999999'],
    method: 'POST',
    status: 413,
    code: 'body_too_large',
  },
  {
    name: 'a body that turns out to be too large',
    ...refused,
    lines: [json, 'Transfer-Encoding: chunked'],
    body: `11170\r\n${' '.repeat(70_000)}\r\n0\r\n\r\n`,
    status: 413,
    code: 'body_too_large',
  },
  { name: 'a body that is too deep', ...refused, lines: [json], body: nested },
  { name: 'a body that never closes', ...refused, lines: [json], body: '['.repeat(60_000) },
  { name: 'a body that is cut', ...refused, lines: [json], body: '{"model":"cot"' },
  { name: 'a body with more after it', ...refused, lines: [json], body: `${JSON.stringify(chat)}{}` },
  { name: 'a body with a comment', ...refused, lines: [json], body: `${JSON.stringify(chat)}//` },
  {
    name: 'a prototype',
    ...refused,
    lines: [json],
    body: '{"model":"cot","messages":[],"__proto__":{"role":"admin"}}',
  },
  {
    name: 'a prototype, deep',
    ...refused,
    json: { ...chat, gyre: { config: { a: [{ constructor: { prototype: 1 } }] } } },
  },
  { name: 'a prototype, escaped', ...refused, lines: [json], body: '{"model":"cot","\\u005f_proto__":1}' },
  { name: 'a byte order mark', ...refused, lines: [json], body: `\uFEFF${JSON.stringify(chat)}` },
  { name: 'UTF-16', ...refused, lines: [json], body: Buffer.from(JSON.stringify(chat), 'utf16le') },
  {
    name: 'UTF-16, said so',
    ...refused,
    lines: ['Content-Type: application/json; charset=utf-16'],
    body: Buffer.from(JSON.stringify(chat), 'utf16le'),
  },
  { name: 'bytes that are no text', ...refused, lines: [json], body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  {
    name: 'a compressed body',
    ...refused,
    lines: [json, 'Content-Encoding: gzip'],
    body: gzipSync(JSON.stringify(chat)),
  },
  {
    name: 'a body that claims to be compressed',
    ...refused,
    lines: [json, 'Content-Encoding: gzip'],
    body: JSON.stringify(chat),
  },
  { name: 'JSON as plain text', ...refused, lines: ['Content-Type: text/plain'], body: JSON.stringify(chat) },
  { name: 'JSON of no type', ...refused, body: JSON.stringify(chat) },
  {
    name: 'JSON of two types',
    ...refused,
    lines: ['Content-Type: text/plain; application/json'],
    body: JSON.stringify(chat),
  },
  { name: 'a form', ...refused, lines: ['Content-Type: application/x-www-form-urlencoded'], body: 'model=cot' },
  { name: 'a form with files', ...refused, lines: ['Content-Type: multipart/form-data; boundary=x'], body: '--x--' },
  {
    name: 'a request inside a body',
    ...refused,
    lines: [json],
    body: 'GET /api/v1/keys HTTP/1.1\r\nHost: localhost\r\n\r\n',
  },
  { name: 'a list', ...refused, json: [chat] },
  { name: 'nothing, as JSON', ...refused, lines: [json], body: 'null' },
  { name: 'no body', ...refused, lines: [json], method: 'POST' },
]
