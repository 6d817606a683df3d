/** Files and folders that nobody wants to read: hidden ones, installed packages, what programs made. */

const installed: ReadonlySet<string> = new Set(['node_modules', 'bower_components', '__pycache__', 'venv'])
const built: ReadonlySet<string> = new Set(['dist', 'build', 'out', 'target', 'coverage', 'bin', 'obj'])
/** Beside one of these a folder of such a name is built from what is there; elsewhere it may be anybody's. */
const project =
  /^(?:package\.json|tsconfig\.json|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt|Makefile|pyproject\.toml|setup\.py|go\.mod|.*\.(?:csproj|sln))$/

/** Made by programs for programs; their thousand names would be found before what people wrote. */
const generated =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|composer\.lock|Cargo\.lock|Gemfile\.lock|Pipfile\.lock|poetry\.lock|uv\.lock|go\.sum|.*\.(?:min\.(?:js|css)|js\.map|css\.map))$/

/** By its name, and the names of all in the same folder. */
export function isPassedOver(name: string, isFolder: boolean, beside: readonly string[]): boolean {
  if (name.startsWith('.')) return true
  if (!isFolder) return generated.test(name)
  return installed.has(name) || (built.has(name) && beside.some((other) => project.test(other)))
}
