import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import words from './src/shared/i18n/zh-CN/home.ts'

const node = process.env.ENTREPOT_URL ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [pluginReact()],
  source: {
    entry: { index: './src/main.tsx' },
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
    // Its `browser` entry is one prebuilt file; the modules can be shaken.
    alias: { bizcharts$: 'bizcharts/es/index.js' },
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
    cleanDistPath: true,
    legalComments: 'none',
  },
  performance: { printFileSize: { compressed: true } },
  server: {
    port: 7100,
    host: '127.0.0.1',
    historyApiFallback: true,
    proxy: [
      {
        context: (_path, request) => request.headers.server === 'true',
        target: node,
      },
      { context: ['/storage'], target: node },
      { context: ['/ws'], target: node, ws: true },
    ],
  },
})
