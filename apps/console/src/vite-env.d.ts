/** Version of the product, inserted by the build. */
declare const __APP_VERSION__: string

declare module '*?worker&url' {
  const url: string
  export default url
}

declare module 'outlines:*' {
  /** Address of the file. */
  const url: string
  export default url
}
