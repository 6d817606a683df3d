/** Attacks on who is let in: keys, cookies, hosts, origins. */
import type { Attack } from './attack.ts'

const chat = { model: 'cot', messages: [{ role: 'user', content: 'Hello' }] }

const secret = 'A'.repeat(43)

const unknown = { status: 401, code: 'invalid_api_key' } as const

export const keyAttacks: readonly Attack[] = [
  { name: 'no key', ...unknown },
  { name: 'no key, to begin a session', path: '/v1/chat/completions', json: chat, ...unknown },
  { name: 'no key, on a path that is not there', path: '/v1/nothing', ...unknown },
  { name: 'no key, with a body that nobody should read', path: '/v1/chat/completions', body: '{', ...unknown },
  { name: 'a key of an unknown id', lines: [`Authorization: Bearer gyre_000000000000_${secret}`], ...unknown },
  { name: 'a known id with another secret', lines: [`Authorization: Bearer gyre_{keyId}_${secret}`], ...unknown },
  { name: 'a known id without a secret', lines: ['Authorization: Bearer gyre_{keyId}_'], ...unknown },
  { name: 'a key with one character more', lines: ['Authorization: Bearer {key}A'], ...unknown },
  { name: 'a key that is not marked as one', lines: ['Authorization: {key}'], ...unknown },
  { name: 'a key after another word', lines: ['Authorization: Token {key}'], ...unknown },
  { name: 'two keys in one header', lines: ['Authorization: Bearer x {key}'], ...unknown },
  { name: 'an empty key', lines: ['Authorization: Bearer '], ...unknown },
  { name: 'a name and a password', lines: [`Authorization: Basic ${btoa('admin:admin')}`], ...unknown },
  { name: 'a key as a password', lines: ['Authorization: Basic {key}'], ...unknown },
  { name: 'a wrong key as `api-key`', lines: [`api-key: gyre_000000000000_${secret}`], ...unknown },
  { name: 'a wrong key as `x-api-key`', lines: [`x-api-key: gyre_000000000000_${secret}`], ...unknown },
  { name: 'a wrong key before a right one', lines: ['Authorization: Bearer x', 'x-api-key: {key}'], ...unknown },
  { name: 'a key that climbs', lines: [`Authorization: Bearer gyre_../../../../_${secret}`], ...unknown },
  { name: 'a key with a quote', lines: ["Authorization: Bearer gyre_' OR 1=1 --_"], ...unknown },
  { name: 'a key in the address', path: '/v1/models?api_key={key}', ...unknown },
  { name: 'a key in the address beside a right one', as: 'admin', path: '/v1/models?x={key}', ...unknown },
  { name: 'a key in a cookie', lines: ['Cookie: gyre_session_{port}={key}'], ...unknown },
  { name: 'a key in the body', path: '/v1/chat/completions', json: { ...chat, api_key: '{key}' }, ...unknown },
  { name: 'a revoked key', as: 'revoked', ...unknown },
  { name: 'an expired key', as: 'expired', ...unknown },
  {
    name: 'the word of a proxy that was not asked',
    lines: ['X-Forwarded-User: local', 'X-Gyre-Owner: local'],
    ...unknown,
  },
  { name: 'an address that claims to be this machine', lines: ['X-Forwarded-For: 127.0.0.1'], ...unknown },
]

const loggedOut = { status: 401, code: 'unauthenticated' } as const
const csrf = { status: 403, code: 'csrf-refused' } as const

export const browserAttacks: readonly Attack[] = [
  { name: 'a made-up cookie', lines: [`Cookie: gyre_session_{port}=${secret}`], ...unknown },
  { name: 'an empty cookie', lines: ['Cookie: gyre_session_{port}='], ...unknown },
  { name: 'a cookie under another name', lines: ['Cookie: Gyre_Session_{port}={cookie}'], ...unknown },
  {
    name: 'a made-up cookie before a right one',
    lines: [`Cookie: gyre_session_{port}=${secret}; gyre_session_{port}={cookie}`],
    ...unknown,
  },
  { name: 'a right cookie beside a wrong key', as: 'browser', lines: ['Authorization: Bearer x'], ...unknown },
  { name: 'a cookie used as a key', lines: ['Authorization: Bearer {cookie}'], ...unknown },
  { name: 'a login by a made-up link', path: `/login?token=${secret}`, status: 401 },
  { name: 'a login without a token', path: '/login', status: 401 },
  { name: 'a login with two tokens', path: `/login?token=${secret}&token={cookie}`, status: 401 },
  { name: 'a login by POST', method: 'POST', path: `/login?token=${secret}`, status: 404 },
  { name: 'logging out by nobody', method: 'POST', path: '/logout', ...loggedOut },
  { name: 'logging out by a link', as: 'browser', path: '/logout', status: 404 },
  { name: 'no token of the login', as: 'browser', path: '/logout', method: 'POST', ...csrf },
  { name: 'a made-up token', as: 'browser', path: '/logout', method: 'POST', lines: ['X-Gyre-Csrf: x'], ...csrf },
  {
    name: 'the cookie as token',
    as: 'browser',
    path: '/logout',
    method: 'POST',
    lines: ['X-Gyre-Csrf: {cookie}'],
    ...csrf,
  },
  {
    name: 'the token of another login',
    as: 'browser',
    path: '/logout',
    method: 'POST',
    lines: ['X-Gyre-Csrf: {otherCsrf}'],
    ...csrf,
  },
  { name: 'the token in the address', as: 'browser', path: '/logout?x-gyre-csrf={csrf}', method: 'POST', ...csrf },
  {
    name: 'a method that claims to be another',
    as: 'browser',
    path: '/logout',
    method: 'POST',
    lines: ['X-HTTP-Method-Override: GET'],
    ...csrf,
  },
  { name: 'a method in the address', as: 'browser', path: '/logout?_method=POST', status: 404 },
  {
    name: 'a session begun by a form',
    as: 'browser',
    path: '/v1/chat/completions',
    json: chat,
    status: 403,
    code: 'csrf_refused',
  },
]

const me = '/api/v1/me'

const otherHost = { as: 'admin', status: 421, code: 'host-refused' } as const

export const hostAttacks: readonly Attack[] = [
  { name: 'a name of somebody else', path: me, host: 'evil.com', ...otherHost },
  { name: 'a name of somebody else with our port', path: me, host: 'evil.com:{port}', ...otherHost },
  { name: 'a name that begins like ours', path: me, host: 'localhost.evil.com:{port}', ...otherHost },
  { name: 'an address that begins like ours', path: me, host: '127.0.0.1.nip.io:{port}', ...otherHost },
  { name: 'our name with a dot at its end', path: me, host: 'localhost.:{port}', ...otherHost },
  { name: 'our name without a port', path: me, host: 'localhost', ...otherHost },
  { name: 'our name with another port', path: me, host: 'localhost:1', ...otherHost },
  { name: 'our address, shortened', path: me, host: '127.1:{port}', ...otherHost },
  { name: 'our address as one number', path: me, host: '2130706433:{port}', ...otherHost },
  { name: 'our address inside another', path: me, host: '[::ffff:127.0.0.1]:{port}', ...otherHost },
  { name: 'a user before our name', path: me, host: 'evil@localhost:{port}', ...otherHost },
  { name: 'our name as a user', path: me, host: 'localhost:{port}@evil.com', ...otherHost },
  { name: 'something after our address', path: me, host: '[::1]evil.com:{port}', status: 400, as: 'admin' },
  { name: 'an empty host', path: me, host: '', ...otherHost },
  { name: 'two hosts', path: me, lines: ['Host: evil.com'], ...otherHost },
  { name: 'two hosts, ours last', path: me, host: 'evil.com', lines: ['Host: 127.0.0.1:{port}'], ...otherHost },
  { name: 'two hosts in one line', path: me, host: '127.0.0.1:{port}, evil.com', status: 400, as: 'admin' },
  { name: 'a whole address of somebody else', path: 'http://evil.com/api/v1/me', ...otherHost },
  { name: 'a whole address of ours', path: 'http://127.0.0.1:{port}/api/v1/me', ...otherHost },
  { name: 'no host', path: me, host: null, as: 'admin', status: 400 },
  { name: 'no host in an old version', path: me, host: null, version: '1.0', ...otherHost },
  {
    name: 'our name as told by a proxy',
    path: me,
    host: 'evil.com',
    lines: ['X-Forwarded-Host: localhost:{port}'],
    ...otherHost,
  },
]

const otherPage = { status: 403, code: 'origin-refused' } as const

const fromOrigin = (origin: string) => ({ as: 'admin', lines: [`Origin: ${origin}`], ...otherPage }) as const

const asBrowser = (...lines: readonly string[]) => ({ as: 'browser', lines, ...otherPage }) as const

export const originAttacks: readonly Attack[] = [
  { name: 'a page of somebody else', path: me, ...fromOrigin('https://evil.com') },
  { name: 'a page without an origin', path: me, ...fromOrigin('null') },
  { name: 'an empty origin', path: me, ...fromOrigin('') },
  { name: 'a page of another port of ours', path: me, ...fromOrigin('http://127.0.0.1:3000') },
  { name: 'a page that begins like ours', path: me, ...fromOrigin('http://127.0.0.1:{port}.evil.com') },
  { name: 'a page of another of our names', path: me, ...fromOrigin('http://localhost:{port}') },
  { name: 'a file', path: me, ...fromOrigin('file://') },
  { name: 'an extension', path: me, ...fromOrigin('chrome-extension://abcdefgh') },
  { name: 'our origin with a path', path: me, ...fromOrigin('http://127.0.0.1:{port}/evil') },
  {
    name: 'two origins',
    path: me,
    as: 'admin',
    lines: ['Origin: http://127.0.0.1:{port}', 'Origin: https://evil.com'],
    ...otherPage,
  },
  { name: 'an allowed origin with another port', path: me, ...fromOrigin('https://chat.example.com:8443') },
  { name: 'an allowed origin without TLS', path: me, ...fromOrigin('http://chat.example.com') },
  {
    name: 'a question before a request',
    path: me,
    as: 'nobody',
    method: 'OPTIONS',
    lines: ['Origin: https://evil.com', 'Access-Control-Request-Method: POST'],
    ...otherPage,
  },
  {
    name: 'a form of somebody else',
    path: '/logout',
    method: 'POST',
    ...asBrowser('Origin: https://evil.com', 'X-Gyre-Csrf: {csrf}'),
  },
  {
    name: 'a picture of another site',
    path: me,
    ...asBrowser('Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'),
  },
  {
    name: 'a link of another site that brings the cookie',
    path: me,
    ...asBrowser('Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'),
  },
  { name: 'a picture of another port', path: me, ...asBrowser('Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors') },
  {
    name: 'a form of another port that goes to our page',
    method: 'POST',
    path: '/logout',
    ...asBrowser('Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: navigate', 'X-Gyre-Csrf: {csrf}'),
  },
  {
    name: 'a web socket of somebody else',
    path: me,
    as: 'admin',
    lines: ['Origin: https://evil.com', 'Upgrade: websocket'],
    ...otherPage,
  },
]
