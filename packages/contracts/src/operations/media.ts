import { z } from 'zod';
import { uuid } from '../fields.ts';
import { pictureCount, pictureId, UPLOAD_TYPES, upload } from '../pictures.ts';
import { empty, json, operations } from './operation.ts';

const members = { who: 'signed-in', isSlow: true, needs: 'menu.write' } as const;

export const mediaOperations = operations('media', {
  addPicture: {
    ...members,
    method: 'POST',
    path: '/api/media',
    limit: 'pictures',
    summary: 'Upload a picture. The body is the file itself',
    upload: UPLOAD_TYPES,
    answers: { 201: json('The picture; or `reading` if processing takes longer than 8 seconds.', upload) },
    problems: ['image-unreadable', 'quota-reached', 'malformed-request'],
  },
  getPicture: {
    ...members,
    method: 'GET',
    path: '/api/media/{id}',
    summary: 'Progress of an upload',
    params: { id: uuid },
    answers: { 200: json('Its progress, or the picture.', upload) },
    problems: ['validation-failed'],
  },
  deletePicture: {
    ...members,
    method: 'DELETE',
    path: '/api/media/{id}',
    summary: 'Delete a picture for good, which nothing of the restaurant may show',
    params: { id: pictureId },
    answers: { 204: empty('Deleted: its address leads nowhere within seconds, except where a browser has kept it.') },
    problems: ['conflict', 'validation-failed'],
  },
  countPictures: {
    ...members,
    method: 'GET',
    path: '/api/media/pictures',
    summary: 'How many pictures the restaurant has',
    answers: { 200: json('The number.', pictureCount) },
  },
  getPicturesZip: {
    ...members,
    method: 'GET',
    path: '/api/media/pictures.zip',
    limit: 'picture-downloads',
    summary: "Download the restaurant's pictures: the largest JPEG of each, oldest first",
    answers: {
      200: { what: 'The files, uncompressed. An interrupted download is an invalid zip.', type: 'application/zip' },
    },
    problems: ['not-found'],
  },
  getPictureFile: {
    method: 'GET',
    path: '/m/{tenant}/{picture}/{file}',
    who: 'anyone',
    limit: 'menus',
    summary: 'A file of a picture',
    params: { tenant: z.string(), picture: z.string(), file: z.string() },
    answers: { 200: { what: 'The file. It never changes.', type: ['image/avif', 'image/webp', 'image/jpeg'] } },
  },
});
