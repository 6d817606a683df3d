/** What is otherwise for an application that is under a path of another. */
import { createMiddleware } from 'hono/factory'
import type { AppEnv, Mount } from './app-env.ts'

/** The path as the routes know it. Most programs take the prefix off themselves. */
export function pathBelow(mount: Mount | undefined, path: string): string {
  const { prefix = '' } = mount ?? {}
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

/** Answers lead to addresses as clients know them. */
export function locationBelow({ prefix }: Mount) {
  return createMiddleware<AppEnv>(async (context, next) => {
    await next()
    const location = context.res.headers.get('location')
    if (location?.startsWith('/')) context.res.headers.set('location', `${prefix}${location}`)
  })
}
