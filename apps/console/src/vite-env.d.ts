/** The product's version, put in when the bundle is built. */
declare const __APP_VERSION__: string

declare module '*?worker&url' {
  const url: string
  export default url
}

declare module 'outlines:*' {
  /** Address of a file. */
  const url: string
  export default url
}
