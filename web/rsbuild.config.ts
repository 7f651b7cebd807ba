import { defineConfig, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { handheldWorker, WORKER } from './handheldWorker.ts'
import words from './src/shared/i18n/zh-CN/home.ts'

const node = process.env.ENTREPOT_URL ?? 'http://127.0.0.1:8000'

/** The public site and the member centre, beside the back office. */
const SITE = 'site'

/** The router makes its links and forms by calls that only its authors know to be without effect. */
const shakenRouter: RsbuildPlugin = {
  name: 'shaken-router',
  setup: (api) =>
    api.transform({ test: /react-router[\\/]dist[\\/]production[\\/].*\.mjs$/ }, ({ code }) =>
      code
        .replace(/ = (React\d*\.(?:forwardRef|memo|createContext)\()/g, ' = /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        // A hook of React 19, looked up by name so that nothing could tell.
        .replace(/ = React\d*\[USE_OPTIMISTIC\];/, ' = undefined;'),
    ),
}

/** Arco's icons carry two helpers each, written out; one copy serves them all. */
const sharedIconHelpers: RsbuildPlugin = {
  name: 'shared-icon-helpers',
  setup: (api) =>
    api.transform({ test: /web-react[\\/]icon[\\/]react-icon[\\/]\w+[\\/]index\.js$/ }, ({ code }) =>
      code
        .replace(/^function ownKeys\(.*$/m, '')
        .replace(
          /^function _objectSpread\(.*$/m,
          'import _objectSpread from "@babel/runtime/helpers/objectSpread2";',
        ),
    ),
}

/** Tells the first script where the files of either side are. */
const namedSides: RsbuildPlugin = {
  name: 'named-sides',
  setup: (api) =>
    api.modifyHTMLTags(({ headTags, bodyTags }, { compilation, assetPrefix }) => {
      const filesOf = (name: string): readonly string[] => compilation.entrypoints.get(name)?.getFiles() ?? []
      const there = filesOf('index')
      const sides = ['site', 'desk'].map((name) => {
        const needed = filesOf(name).filter(
          (file) => /\.(js|css)$/.test(file) && !file.includes('.hot-update.') && !there.includes(file),
        )
        return {
          tag: 'meta',
          attrs: { name: `side:${name}`, content: needed.map((file) => assetPrefix + file).join(' ') },
        }
      })
      return { headTags: [...sides, ...headTags], bodyTags }
    }),
}

/** A file of at most so many characters is wanted whole by the page that asks for it; charts are larger. */
const WHOLE_MAX = 400_000

/**
 * Chromium compiles these files whole while they arrive, beside the page, and not each function when it is first
 * called, on the page's own thread: that was a fifth of the way to the first list. Others read a comment.
 */
const compiledOnArrival: RsbuildPlugin = {
  name: 'compiled-on-arrival',
  setup: (api) =>
    api.processAssets({ stage: 'optimize-inline' }, ({ assets, compilation, sources }) => {
      for (const [name, asset] of Object.entries(assets))
        if (name.endsWith('.js') && asset.size() <= WHOLE_MAX)
          compilation.updateAsset(name, new sources.ConcatSource('//# allFunctionsCalledOnLoad\n', asset))
    }),
}

export default defineConfig({
  plugins: [pluginReact(), shakenRouter, sharedIconHelpers, namedSides, compiledOnArrival, handheldWorker],
  source: {
    // The page loads `index`, which loads one of the two sides.
    entry: {
      index: './src/main.tsx',
      site: { import: './src/app/site/mount.tsx', html: false },
      desk: { import: './src/app/mount.tsx', html: false },
      // Only what is built has a worker. Its address stays the same, so that browsers find the next one.
      ...(process.env.NODE_ENV === 'production' && {
        [WORKER]: {
          import: './src/shared/offline/worker.ts',
          html: false,
          filename: `${WORKER}.js`,
        },
      }),
    },
    // Only the components and styles that are used reach the bundle.
    transformImport: [
      {
        libraryName: '@arco-design/web-react',
        libraryDirectory: 'es',
        camelToDashComponentName: false,
        style: 'css',
      },
      {
        libraryName: '@arco-design/web-react/icon',
        libraryDirectory: 'react-icon',
        camelToDashComponentName: false,
      },
    ],
  },
  resolve: {
    // bizcharts brings a reconciler that would bring a React of its own.
    dedupe: ['react', 'react-dom'],
    alias: {
      // Its `browser` entry is one prebuilt file; the modules can be shaken.
      bizcharts$: 'bizcharts/es/index.js',
      // Its `exports` name the development build only, which carries every warning.
      'react-router$': './node_modules/react-router/dist/production/index.mjs',
      'react-router/dom$': './node_modules/react-router/dist/production/dom-export.mjs',
    },
  },
  html: {
    template: './index.html',
    scriptLoading: 'defer',
    // For who reads the page without running it: in the language that is the default.
    templateParameters: { description: words.home.text },
  },
  output: {
    distPath: { root: 'dist' },
    assetPrefix: '/',
    inlineScripts: false,
    inlineStyles: false,
    // A data: address would need an exception in the content security policy.
    dataUriLimit: 0,
    // Who develops may have a node that serves the built app.
    cleanDistPath: process.env.NODE_ENV === 'production',
    legalComments: 'none',
    // What is still cared for by those who make them; older ones would need our own code written longer.
    overrideBrowserslist: ['chrome >= 109', 'edge >= 109', 'firefox >= 115', 'safari >= 16.4'],
  },
  tools: {
    rspack: (config, { isDev }) => {
      // Two runtimes on one page would take each other's updates.
      if (isDev) config.optimization = { ...config.optimization, runtimeChunk: 'single' }
      // Visitors and clerks share no page: of a library each side gets only what it uses itself.
      config.module.rules?.push(
        { test: /src[\\/]app[\\/]site[\\/]mount\.tsx$/, layer: SITE },
        // For `Trans`, which nothing here uses; they only do not say themselves that they can go.
        { test: /node_modules[\\/](html-parse-stringify|void-elements)[\\/]/, sideEffects: false },
      )
    },
  },
  performance: {
    // The sum; two hundred names of files help nobody who builds.
    printFileSize: { total: true, detail: false },
  },
  splitChunks: {
    preset: 'none',
    cacheGroups: {
      // What every page needs and only a new version of a library changes; not what a library brings for itself.
      lib: {
        test: /^(?!.*node_modules.*node_modules).*node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|valtio|proxy-compare)[\\/]/,
        name: (module) => (module.layer === SITE ? `lib-${SITE}` : 'lib'),
      },
      // The styles of the public pages are one file: who goes from page to page has it.
      pages: {
        type: 'css/mini-extract',
        test: /features[\\/]public[\\/](pages|sections)[\\/](?!notice)/,
        name: 'pages',
        enforce: true,
      },
    },
  },
  // A page compiled at its first visit would reload what is open.
  dev: { lazyCompilation: false },
  server: {
    port: 7100,
    host: '127.0.0.1',
    historyApiFallback: true,
    proxy: [
      {
        pathFilter: (_path, request) => request.headers.server === 'true',
        target: node,
      },
      { pathFilter: ['/storage'], target: node },
      { pathFilter: ['/ws'], target: node, ws: true },
    ],
  },
})
