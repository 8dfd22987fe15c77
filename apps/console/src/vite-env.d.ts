/** The product's version, put in when the bundle is built. */
declare const __APP_VERSION__: string
