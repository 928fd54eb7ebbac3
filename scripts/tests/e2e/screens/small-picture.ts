import type { Page } from 'playwright-core';

/** Factor of the screenshot's width and height. */
const SCALE = 0.25;
/** WebP quality: the layout stays visible in a file of a few kilobytes. */
const QUALITY = 0.6;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel. */
  readonly rgba: Uint8Array;
}

/** Scales and encodes pictures with the browser's codecs. @param page an empty page */
export function pictureCodec(page: Page) {
  return {
    /** A screenshot at a quarter of its width and height, as WebP. */
    async shrink(png: Buffer): Promise<Buffer> {
      const encoded = await page.evaluate(
        async ({ base64, scale, quality }) => {
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
          const picture = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(
            Math.round(picture.width * scale),
            Math.round(picture.height * scale),
          );
          const context = canvas.getContext('2d');
          if (!context) throw new Error('This browser has no canvas');
          context.imageSmoothingQuality = 'high';
          context.drawImage(picture, 0, 0, canvas.width, canvas.height);
          const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
          const data = new Uint8Array(await blob.arrayBuffer());
          return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
        },
        { base64: png.toString('base64'), scale: SCALE, quality: QUALITY },
      );
      return Buffer.from(encoded, 'base64');
    },

    async decode(webp: Buffer): Promise<Picture> {
      const { width, height, pixels } = await page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('This browser has no canvas');
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, picture.width, picture.height);
        const pixels = btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
        return { width: picture.width, height: picture.height, pixels };
      }, webp.toString('base64'));
      return { width, height, rgba: Buffer.from(pixels, 'base64') };
    },
  };
}
export type PictureCodec = ReturnType<typeof pictureCodec>;
