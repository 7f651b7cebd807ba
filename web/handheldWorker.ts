// The service worker of the handheld page: the build says which files it keeps.
import { createHash } from 'node:crypto'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import type { Build } from './src/shared/offline/answering.ts'

/** Name of the entry. */
export const WORKER = 'handheld-worker'

/** Loaded with every page of the back office, before the first of its modules that are loaded later. */
const ENTRIES = ['index', 'desk']
/** What the way to the handheld page loads later. */
const LATER = [
  'app/shell/Shell.tsx',
  'app/shell/MenuDrawer.tsx',
  'app/shell/search/Search.tsx',
  'features/identity/LoginPage.tsx',
  'features/identity/LockScreen.tsx',
]
/** The page itself, with all that it loads later: its camera. */
const PAGE = 'features/clerk/ClerkPage.tsx'
/** Texts of all these: what `lazyPage` names for them. */
const TEXTS = ['common', 'shell', 'notifications', 'identity', 'clerk', 'scan', 'orders']
const LANGUAGES = ['zh-CN', 'en']
/** Most bytes that a phone keeps; the build fails above. Measured: see decision 71. */
const BYTES_MAX = 3_000_000

type Group = Rspack.ChunkGroup

/** The groups of files that are loaded together with a module; its path is below `src`. */
function groupsOf(compilation: Rspack.Compilation, path: string): Group[] {
  const found = new Set<Group>()
  for (const module of compilation.modules) {
    const name = module.nameForCondition()?.replaceAll('\\', '/')
    if (!name?.endsWith(`/src/${path}`)) continue
    for (const chunk of compilation.chunkGraph.getModuleChunks(module))
      for (const group of chunk.groupsIterable) found.add(group)
  }
  // A module that was renamed must not be missed in the hall.
  if (found.size === 0) throw new Error(`${path} is in no file of the build`)
  return [...found]
}

/** A group and all that are loaded from it. */
function withLater(groups: readonly Group[]): Group[] {
  const all = new Map<string, Group>()
  const walk = (group: Group): void => {
    const key = group.getFiles().join()
    if (all.has(key)) return
    all.set(key, group)
    group.childrenIterable.forEach(walk)
  }
  groups.forEach(walk)
  return [...all.values()]
}

/** The files of the handheld page. */
function filesOf(compilation: Rspack.Compilation): string[] {
  const entries = ENTRIES.flatMap((name) => compilation.entrypoints.get(name) ?? [])
  const texts = LANGUAGES.flatMap((language) => TEXTS.map((group) => `shared/i18n/${language}/${group}.ts`))
  const groups = [
    ...entries,
    ...[...LATER, ...texts].flatMap((path) => groupsOf(compilation, path)),
    ...withLater(groupsOf(compilation, PAGE)),
  ]
  const files = groups.flatMap((group) => group.getFiles()).filter((file) => /\.(js|css)$/.test(file))
  return [...new Set(files)].sort()
}

/** Puts the list of files in front of the worker's script. */
export const handheldWorker: RsbuildPlugin = {
  name: 'handheld-worker',
  apply: 'build',
  setup: (api) =>
    // After names have got their last hash.
    api.processAssets({ stage: 'report' }, ({ assets, compilation, sources, compiler }) => {
      const files = filesOf(compilation)
      const bytes = files.reduce((sum, file) => sum + (assets[file]?.size() ?? 0), 0)
      if (bytes > BYTES_MAX)
        throw new Error(`the handheld page would keep ${bytes} bytes, more than ${BYTES_MAX}`)
      const prefix = String(compiler.options.output.publicPath ?? '/')
      const entry = files.find((file) => /[\\/]index\.\w+\.js$/.test(file))
      const html = assets['index.html']
      if (entry === undefined || !html) throw new Error('the page or its first script is not there')
      const version = createHash('sha256').update([...files, html.source().toString()].join('\n'))
      const build: Build = {
        version: version.digest('hex').slice(0, 16),
        files: files.map((file) => prefix + file),
        entry: prefix + entry,
      }
      const name = `${WORKER}.js`
      if (!assets[name]) throw new Error(`${name} is not there`)
      compilation.updateAsset(
        name,
        new sources.ConcatSource(`self.build=${JSON.stringify(build)};\n`, assets[name]),
      )
      console.info(`handheld page: ${files.length} files, ${bytes} bytes kept`)
    }),
}
