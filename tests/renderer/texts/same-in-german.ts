/** Words that are the same in German: loanwords, names, units and keys. */
const WORDS = new Set(
  `A Annotation Annotator Box Polygon T E V Test AP B Core Enterprise Free Person Pro Server Team in max Manifest Precision Recall N P L F Alt B→A A→B AI Block Blocks BoT-SORT ByteTrack CPU CSV Code DejaVu Dock Downloads Engine Export FFmpeg Filter
   Frame GB HOTA IDF IDF1 ID JSON JavaScript Lines Live MB MOTA Median ms Multipart min kB Name ONNX Objekte Pose Position Proxy Python Ctrl Esc End S Shift
   SHA- SHA Sightline Split Status System Tab Text TB Token Tracks Track tracks Version Video URL Webhook Webhooks Workflow Workflows Zone Zoom
   BGR Cityscapes ImageNet RGB COCO YOLO Pascal VOC CVAT Label Studio MOT Datumaro LabelMe KITTI Open Images Format Splits Train Val
   Amazon Bucket Cloud Cloudflare Google R Region Storage
   curl fps h px s IoU mAP FP FN TP x y`
    .split(/\s+/)
    .filter(Boolean),
)

/** Returns true when a text is the same in both languages. */
export const same = (text: string): boolean => text.split(' ').every((word) => WORDS.has(word))
