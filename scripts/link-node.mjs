// After an install: npm before version 11 takes `node_modules/.bin/node` away again, because the packages for other
// platforms, which it leaves out, have a program of that name, too. npm's own way to put it back works on every system.
// It runs on whatever Node npm runs on.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const linked = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const platforms = Object.keys(optionalDependencies).filter((name) => /^node-/.test(name))
const installedNode = platforms.find((name) => existsSync(join('node_modules', name)))

if (installedNode && !existsSync(linked)) {
  const npm = process.env.npm_execpath
  const [program, ...args] = npm ? [process.execPath, npm] : ['npm']
  const rebuild = [...args, 'rebuild', installedNode, '--ignore-scripts']
  // `npm` is a script on Windows, which only a shell starts.
  const { status } = spawnSync(program, rebuild, { stdio: 'inherit', shell: !npm })
  // The install is good all the same; `npm start` says what is missing on an older Node.
  if (status !== 0) console.error(`The Node of ${installedNode} could not be linked: use Node 24 or later of your own.`)
}
